/** A report on its way in. */
export interface UploadItem {
  name: string
  /** Bytes sent so far, and in all. */
  loaded: number
  total: number
  /** Waiting for its turn behind others, on its way, or settled. */
  state: 'waiting' | 'uploading' | 'done' | 'failed'
  /** Why it failed, and what to do. */
  message?: string
  /** The file itself, where it is no test report and can go with the message instead. */
  attachable?: File
  /** What came in, as "41 passed, 2 failed". */
  summary?: string
}
