import { z } from 'zod/mini'
import { toBlockWords } from '#layers/northlight/shared/blocks/to-block-words.ts'
import { readFields } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { StoredMessage } from './stored-message.ts'
import { northlightToolMetadataSchema } from './tool-manner.ts'

const calledPartSchema = z.object({ toolMetadata: z.object({ northlight: northlightToolMetadataSchema }) })

/** All that was said in a message, as one text: its texts, what its documents, drafts, questions and blocks say, and the names of its files. */
export function toSearchText(message: StoredMessage): string {
  return message.parts.flatMap((part) => {
    if (part.type === 'text') return readTexts([part.text])
    if (part.type === 'file') return readTexts([part.filename])
    if (part.type === 'data-block') return toBlockWords(part.data)
    return isUserFacing(part) ? readTexts(Object.values(readFields(part.input)).flat()) : []
  }).join('\n')
}

function isUserFacing(part: StoredMessage['parts'][number]): boolean {
  return calledPartSchema.safeParse(part).data?.toolMetadata.northlight.manner === 'user-facing'
}

function readTexts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}
