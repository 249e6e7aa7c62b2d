-- CreateEnum
CREATE TYPE "gate_rule_name" AS ENUM ('act', 'ask', 'block', 'hand-off');

-- CreateEnum
CREATE TYPE "approval_state" AS ENUM ('pending', 'approved', 'executing', 'executed', 'failed', 'unknown', 'rejected', 'expired', 'cancelled', 'superseded');

-- CreateEnum
CREATE TYPE "connection_kind" AS ENUM ('github', 'webhook');

-- AlterTable
ALTER TABLE "dot" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "lead_dot_id" TEXT,
ADD COLUMN     "policy_version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "gate_rule" (
    "dot_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rule" "gate_rule_name" NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gate_rule_pkey" PRIMARY KEY ("dot_id","kind")
);

-- CreateTable
CREATE TABLE "organization_gate" (
    "organization_id" TEXT NOT NULL,
    "sandbox" BOOLEAN NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_gate_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "approval" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "dot_id" TEXT NOT NULL,
    "chat_id" TEXT,
    "lead_chat_id" TEXT,
    "turn_id" TEXT,
    "tool_call_id" TEXT,
    "tool_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_key" TEXT NOT NULL,
    "target_url" TEXT,
    "target_title" TEXT,
    "state" "approval_state" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "matched_rule" TEXT NOT NULL,
    "policy_version" INTEGER NOT NULL,
    "marker" TEXT NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "executor" TEXT,
    "executor_expires_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "outcome" JSON,
    "result_url" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_version" (
    "approval_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSON NOT NULL,
    "payload" JSON NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "approval_version_pkey" PRIMARY KEY ("approval_id","version")
);

-- CreateTable
CREATE TABLE "review_log" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "event" TEXT NOT NULL,
    "approval_id" TEXT,
    "version" INTEGER,
    "state" TEXT,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "facts" JSON NOT NULL,
    "search_text" TEXT NOT NULL,

    CONSTRAINT "review_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "kind" "connection_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "announces" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "time_entry" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "approval_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "minutes" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "time_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "approval_marker_key" ON "approval"("marker");

-- CreateIndex
CREATE INDEX "approval_organization_id_state_created_at_idx" ON "approval"("organization_id", "state", "created_at" DESC);

-- CreateIndex
CREATE INDEX "approval_chat_id_idx" ON "approval"("chat_id");

-- CreateIndex
CREATE INDEX "approval_lead_chat_id_idx" ON "approval"("lead_chat_id");

-- CreateIndex
CREATE INDEX "approval_state_expires_at_idx" ON "approval"("state", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "approval_turn_id_tool_call_id_key" ON "approval"("turn_id", "tool_call_id");

-- CreateIndex
CREATE INDEX "review_log_organization_id_id_idx" ON "review_log"("organization_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "connection_organization_id_kind_name_key" ON "connection"("organization_id", "kind", "name");

-- CreateIndex
CREATE UNIQUE INDEX "time_entry_approval_id_key" ON "time_entry"("approval_id");

-- CreateIndex
CREATE INDEX "time_entry_organization_id_day_idx" ON "time_entry"("organization_id", "day");

-- CreateIndex
CREATE INDEX "dot_lead_dot_id_idx" ON "dot"("lead_dot_id");

-- AddForeignKey
ALTER TABLE "dot" ADD CONSTRAINT "dot_lead_dot_id_fkey" FOREIGN KEY ("lead_dot_id") REFERENCES "dot"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gate_rule" ADD CONSTRAINT "gate_rule_dot_id_fkey" FOREIGN KEY ("dot_id") REFERENCES "dot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_gate" ADD CONSTRAINT "organization_gate_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_dot_id_fkey" FOREIGN KEY ("dot_id") REFERENCES "dot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_lead_chat_id_fkey" FOREIGN KEY ("lead_chat_id") REFERENCES "chat"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turn"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_version" ADD CONSTRAINT "approval_version_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approval"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "time_entry" ADD CONSTRAINT "time_entry_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "time_entry" ADD CONSTRAINT "time_entry_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approval"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What happened stays as it was told.
CREATE FUNCTION refuse_review_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The review log is only added to.' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER review_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "review_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_review_log_change();
