import { z } from 'zod/mini'
import { readFields } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { StoredMessage } from './stored-message.ts'
import { northlightToolMetadataSchema } from './tool-manner.ts'

const calledPartSchema = z.object({ toolMetadata: z.object({ northlight: northlightToolMetadataSchema }) })

/** All that was said in a message, as one text: its texts, what its documents, drafts and questions say, and the names of its files. */
export function toSearchText(message: StoredMessage): string {
  return message.parts.flatMap((part) => {
    if (part.type === 'text') return readTexts([part.text])
    if (part.type === 'file') return readTexts([part.filename])
    return isUserFacing(part) ? readTexts(Object.values(readFields(part.input)).flat()) : []
  }).join('\n')
}

function isUserFacing(part: StoredMessage['parts'][number]): boolean {
  return calledPartSchema.safeParse(part).data?.toolMetadata.northlight.manner === 'user-facing'
}

function readTexts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}
