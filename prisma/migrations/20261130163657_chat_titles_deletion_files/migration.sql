-- AlterTable
ALTER TABLE "chat" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "title_source" TEXT NOT NULL DEFAULT 'first-line';

-- CreateTable
CREATE TABLE "stored_file" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "chat_id" TEXT,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stored_file_chat_id_idx" ON "stored_file"("chat_id");

-- AddForeignKey
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An imported chat is called what its file was called.
UPDATE "chat" SET "title_source" = 'import' WHERE "imported";

-- By hand: what Prisma's schema can't say.
ALTER TABLE "chat" ADD CONSTRAINT "chat_title_source_check" CHECK ("title_source" IN ('first-line', 'job', 'person', 'import'));
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_byte_size_check" CHECK ("byte_size" = octet_length("content"));
