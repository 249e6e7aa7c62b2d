import { toImportRequest } from '#layers/northlight/shared/messages/to-import-request.ts'

/** As the route takes it, in bytes. */
const mostBytes = 20_000_000

/**
 * Reads a transcript's file as the body of an import.
 *
 * @throws {Error} with a message for the person
 */
export async function readTranscriptFile(file: File): Promise<unknown> {
  if (file.size > mostBytes) throw new Error('It is larger than 20 MB, which is the most that one transcript may have.')
  return toImportRequest(parse(await file.text()), file.name)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch (cause) {
    throw new Error(/^\s*</.test(text) ? 'It is a web page, not JSON: export the chat as JSON.' : 'It is not whole JSON: export the chat as JSON.', { cause })
  }
}
