-- DropIndex
DROP INDEX "test_result_run_id_status_idx";

-- DropIndex
DROP INDEX "test_run_dot_id_idx";

-- AlterTable
ALTER TABLE "test_result" ADD COLUMN     "case_key" TEXT;

-- CreateTable
CREATE TABLE "test_case" (
    "organization_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "suite" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "file" TEXT,
    "last_run_id" TEXT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "last_status" "test_status" NOT NULL,
    "last_flaky" BOOLEAN NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "runs" INTEGER NOT NULL,
    "passed" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "flaky" INTEGER NOT NULL,
    "skipped" INTEGER NOT NULL,

    CONSTRAINT "test_case_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateIndex
CREATE INDEX "test_case_organization_id_last_sequence_key_idx" ON "test_case"("organization_id", "last_sequence" DESC, "key");

-- CreateIndex
CREATE INDEX "test_result_run_id_status_flaky_idx" ON "test_result"("run_id", "status", "flaky");

-- CreateIndex
CREATE INDEX "test_result_organization_id_case_key_idx" ON "test_result"("organization_id", "case_key");

-- CreateIndex
CREATE INDEX "test_run_dot_id_sequence_idx" ON "test_run"("dot_id", "sequence" DESC);

-- AddForeignKey
ALTER TABLE "test_case" ADD CONSTRAINT "test_case_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Results that are there already get their keys
UPDATE "test_result" SET "case_key" = md5(json_build_array("file", "suite", "name")::text);

-- and their cases, by the rule of server/store/test-case-store.ts
WITH "told" AS (
    SELECT "run"."organization_id", "result"."case_key", "run"."id" AS "run_id", "run"."sequence", COALESCE("run"."started_at", "run"."uploaded_at") AS "at",
        min("result"."suite") AS "suite", min("result"."name") AS "name", min("result"."file") AS "file",
        CASE WHEN bool_or("result"."status" = 'failed') THEN 'failed' WHEN bool_or("result"."status" = 'passed') THEN 'passed' ELSE 'skipped' END AS "status",
        bool_or("result"."flaky") AND NOT bool_or("result"."status" = 'failed') AS "flaky"
    FROM "test_run" AS "run" JOIN "test_result" AS "result" ON "result"."run_id" = "run"."id"
    WHERE "run"."is_whole" AND "run"."status" = 'done'
    GROUP BY "run"."id", "result"."case_key"
)
INSERT INTO "test_case" ("organization_id", "key", "suite", "name", "file", "last_run_id", "last_sequence", "last_status", "last_flaky", "last_at", "first_at", "runs", "passed", "failed", "flaky", "skipped")
SELECT "organization_id", "case_key", min("suite"), min("name"), min("file"),
    (array_agg("run_id" ORDER BY "sequence" DESC))[1], max("sequence"),
    (array_agg("status" ORDER BY "sequence" DESC))[1]::"test_status", (array_agg("flaky" ORDER BY "sequence" DESC))[1],
    (array_agg("at" ORDER BY "sequence" DESC))[1], min("at"),
    count(*), count(*) FILTER (WHERE "status" = 'passed'), count(*) FILTER (WHERE "status" = 'failed'), count(*) FILTER (WHERE "flaky"), count(*) FILTER (WHERE "status" = 'skipped')
FROM "told" GROUP BY "organization_id", "case_key";
