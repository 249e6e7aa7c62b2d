import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatEnvironment } from '#layers/northlight/shared/host/chat-environment.ts'
import { isReportName } from '#layers/northlight/shared/reports/is-report-name.ts'
import { useReportUploadsStore } from '#layers/northlight/stores/reportUploads.ts'

interface TakingInParts {
  client: ChatClient
  environment: ChatEnvironment
  /** Adds files to the message that is being written. */
  attach: (files: readonly File[]) => void
}

/** Where files go that come to a chat: reports to the records, anything else to the message. */
export function useTakingIn({ client, environment, attach }: TakingInParts) {
  const reports = useReportUploadsStore()
  const uploadReports = (files: readonly File[]) => reports.upload(client, environment, files)

  /** What is dropped without a word. */
  function takeIn(chosen: readonly File[]) {
    const isReport = (file: File) => isReportName(file.name)
    const added = chosen.filter(isReport)
    if (added.length > 0) void uploadReports(added)
    attach(chosen.filter((file) => !isReport(file)))
  }

  /** A file that turned out to be no report goes with the message; true where there is one. */
  function attachInstead(index: number): boolean {
    const file = reports.uploads[index]?.attachable
    if (!file) return false
    attach([file])
    reports.dismiss(index)
    return true
  }

  return { reports, uploadReports, takeIn, attachInstead }
}
