-- CreateEnum
CREATE TYPE "run_kind" AS ENUM ('upload', 'post_merge', 'pr_check', 'push', 'schedule', 'manual', 'rerun');

-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('running', 'done', 'interrupted', 'setup_failed');

-- CreateEnum
CREATE TYPE "run_outcome" AS ENUM ('passed', 'product_failure', 'test_failure', 'environment_failure', 'flaky', 'unproven');

-- AlterTable
ALTER TABLE "test_run" ADD COLUMN     "branch" TEXT,
ADD COLUMN     "commit" TEXT,
ADD COLUMN     "dot_id" TEXT,
ADD COLUMN     "kind" "run_kind" NOT NULL DEFAULT 'upload',
ADD COLUMN     "outcome" "run_outcome",
ADD COLUMN     "pull_number" INTEGER,
ADD COLUMN     "repository" TEXT,
ADD COLUMN     "rerun_of_id" TEXT,
ADD COLUMN     "status" "run_status" NOT NULL DEFAULT 'done',
ADD COLUMN     "trigger" TEXT;

-- CreateIndex
CREATE INDEX "test_run_dot_id_idx" ON "test_run"("dot_id");

-- CreateIndex
CREATE INDEX "test_run_rerun_of_id_idx" ON "test_run"("rerun_of_id");

-- AddForeignKey
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_dot_id_fkey" FOREIGN KEY ("dot_id") REFERENCES "dot"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_run" ADD CONSTRAINT "test_run_rerun_of_id_fkey" FOREIGN KEY ("rerun_of_id") REFERENCES "test_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;
