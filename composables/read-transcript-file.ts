/**
 * Reads an exported transcript: `{ title?, messages }`, or the bare list of messages that other apps write.
 *
 * @throws {Error} with a message for the person
 */
export async function readTranscriptFile(file: File): Promise<unknown> {
  const value: unknown = parse(await file.text())
  return Array.isArray(value) ? { title: file.name.replace(/\.json$/i, '').slice(0, 200), messages: value } : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch (cause) {
    throw new Error('It is not JSON: choose a transcript of UI messages.', { cause })
  }
}
