import { readFields, readString } from './read-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** AI SDK 4's states of a call, as later versions name them. */
const callStates: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['partial-call', 'input-streaming'],
  ['call', 'input-available'],
  ['result', 'output-available'],
])

/** How each part of AI SDK 4 that has changed since is read; nothing where it isn't one. */
const readers: ReadonlyMap<unknown, (fields: Fields) => Fields | undefined> = new Map<unknown, (fields: Fields) => Fields | undefined>([
  ['tool-invocation', ({ toolInvocation }) => {
    const { toolName, toolCallId, state, args, result } = readFields(toolInvocation)
    return readString(toolName) === undefined ? undefined : { type: 'dynamic-tool', toolName, toolCallId, state: callStates.get(state), input: args, output: result }
  }],
  ['reasoning', ({ text, reasoning, ...others }) => text === undefined && reasoning !== undefined ? { ...others, text: reasoning } : undefined],
  ['source', ({ source }) => readString(readFields(source).url) === undefined ? undefined : { ...readFields(source), type: 'source-url' }],
  ['file', ({ mimeType, data, ...others }) => mimeType === undefined ? undefined : { ...others, mediaType: mimeType, data }],
])

/** A part that AI SDK 4 wrote, in the fields that later versions give it; any other part as it is. It is stored as it came. */
export function toCurrentPart(fields: Fields): Fields {
  return readers.get(fields.type)?.(fields) ?? fields
}
