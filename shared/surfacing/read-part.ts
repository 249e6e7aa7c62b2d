import { holdBackMarks } from '#layers/northlight/shared/markdown/hold-back-marks.ts'
import { stoppedErrorText } from '#layers/northlight/shared/messages/settle-message.ts'
import { northlightToolMetadataSchema } from '#layers/northlight/shared/messages/tool-manner.ts'
import type { ToolManner } from '#layers/northlight/shared/messages/tool-manner.ts'
import { isEstablishedText } from './established-text.ts'
import type { HostTools } from './host-tool.ts'
import { partKinds, toPartKind, toolStates, toToolState } from './part-kinds.ts'
import type { PartRole, ToolState } from './part-kinds.ts'
import { readFields, readString } from './read-fields.ts'
import { toCurrentPart } from './to-current-part.ts'
import type { ToolLineState, UserFacingPart, UserFacingSlot } from './surfacing-rows.ts'
import type { ToolWords } from './tool-words-table.ts'
import { resolvePartSlot, resolveToolSlot } from './user-facing-slots.ts'

/** What one part is by itself, before its neighbours are known; `index` is its place in the message. */
export type PartReading = TextReading | ReasoningReading | ToolReading | SourceReading | UserFacingReading | TransparentReading

export interface TextReading {
  kind: 'text'
  index: number
  text: string
  /** Characters, blank ends apart. */
  length: number
  established: boolean
}

export interface ReasoningReading {
  kind: 'reasoning'
  index: number
  text: string
  fileName?: string
}

/** A call that is not user-facing. */
export interface ToolReading {
  kind: 'tool'
  index: number
  manner: Exclude<ToolManner, 'user-facing'>
  toolName: string
  toolCallId?: string
  title?: string
  /** The host's, for a tool of its own. */
  words?: ToolWords
  state: ToolLineState
  input: unknown
  output: unknown
  errorText?: string
}

interface SourceReading {
  kind: 'source'
  index: number
  title?: string
  url?: string
}

interface UserFacingReading {
  kind: 'user-facing'
  index: number
  slot: UserFacingSlot
  part: UserFacingPart
}

export interface TransparentReading {
  kind: 'transparent'
  index: number
  reason: 'step' | 'empty-text' | 'empty-reasoning' | 'transient'
}

type Fields = Readonly<Record<string, unknown>>

/** `running` is the message's; `tools` are the host's. */
export interface PartContext {
  running: boolean
  /** True of a running message's last part. */
  growing: boolean
  assistant: boolean
  tools?: HostTools
}

type Reader = (fields: Fields, index: number, context: PartContext) => PartReading

const readers: Record<PartRole, Reader> = {
  'text': readText,
  'reasoning': readReasoning,
  'reasoning-file': (fields, index) => ({ kind: 'reasoning', index, text: '', fileName: toFileName(fields) }),
  'tool': readTool,
  'source': readSource,
  'user-facing': (fields, index) => fields.transient === true
    ? { kind: 'transparent', index, reason: 'transient' }
    : readUserFacing(fields, index),
  'transparent': (_fields, index) => ({ kind: 'transparent', index, reason: 'step' }),
}

/** Roles that only an assistant's message has; in any other message such a part is unknown. */
const assistantRoles: ReadonlySet<PartRole> = new Set<PartRole>(['reasoning', 'reasoning-file', 'tool'])

/**
 * Reads one untrusted part. Never throws: what it does not know is user-facing, so that it shows as a fallback row.
 * `running` is the message's: in a message that has ended, a call without its result has stopped.
 */
export function readPart(part: unknown, index: number, context: PartContext): PartReading {
  const fields = toCurrentPart(readFields(part))
  const kind = toPartKind(readString(fields.type) ?? '')
  const role = kind === undefined ? undefined : partKinds[kind]
  if (role === undefined || (!context.assistant && assistantRoles.has(role))) return readUserFacing(fields, index)
  return readers[role](fields, index, context)
}

function readText(fields: Fields, index: number, { growing }: PartContext): PartReading {
  if (!isTextOrMissing(fields.text)) return readUserFacing(fields, index)
  const text = toShowable(readString(fields.text) ?? '')
  const length = text.trim().length
  if (length === 0 || (growing && showsNothingYet(text))) return { kind: 'transparent', index, reason: 'empty-text' }
  return { kind: 'text', index, text, length, established: isEstablishedText(text) }
}

/** In UTF-16 units: a beginning that is longer shows something. */
const longestMark = 200

/** Whether all of a beginning is held back until more comes, as "##" is: an empty row would stand for it. */
function showsNothingYet(text: string): boolean {
  return text.length <= longestMark && holdBackMarks(text).trim() === ''
}

/** What stands where a text should is shown as what it is, never dropped. */
function isTextOrMissing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

/** A page can hold neither NUL nor half a surrogate pair; the server's HTML and the browser's must agree on what stands for them. */
function toShowable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

function readReasoning(fields: Fields, index: number): PartReading {
  const text = toShowable(readString(fields.text) ?? '')
  if (text.trim() !== '') return { kind: 'reasoning', index, text }
  return isRedacted(fields.providerMetadata)
    ? { kind: 'reasoning', index, text: '' }
    : { kind: 'transparent', index, reason: 'empty-reasoning' }
}

function isRedacted(providerMetadata: unknown): boolean {
  return Object.values(readFields(providerMetadata)).some((entry) => readString(readFields(entry).redactedData) !== undefined)
}

function readTool(fields: Fields, index: number, { running, tools }: PartContext): PartReading {
  const toolName = readToolName(fields)
  const hostTool = tools?.get(toolName)
  const given = readToolState(fields)
  const stopped = !running && toolStates[given].facing === 'by-manner' && toolStates[given].progress === 'running'
  const state = stopped ? 'output-error' : given
  const errorText = stopped ? stoppedErrorText : readString(fields.errorText)
  const manner = readManner(fields) ?? hostTool?.manner ?? 'internal'
  if (manner === 'user-facing' || toolStates[state].facing === 'user-facing' || hasApproval(fields)) {
    const part = { ...toUserFacingPart(fields), toolName, state, ...(stopped ? { errorText } : {}) }
    return { kind: 'user-facing', index, slot: resolveToolSlot(toolName, state), part }
  }
  const title = readString(fields.title)
  const toolCallId = readString(fields.toolCallId)
  return {
    kind: 'tool',
    index,
    manner,
    toolName,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(hostTool?.words === undefined ? {} : { words: hostTool.words }),
    ...(title === undefined ? {} : { title }),
    state: toLineState(state, errorText, running && fields.preliminary === true),
    input: fields.input,
    output: fields.output,
    ...(errorText === undefined ? {} : { errorText }),
  }
}

/** A call that was asked about stays its reader's business once it is decided: the ask turns into its receipt. */
function hasApproval(fields: Fields): boolean {
  return typeof fields.approval === 'object' && fields.approval !== null
}

function readToolName(fields: Fields): string {
  const type = readString(fields.type) ?? ''
  return type === 'dynamic-tool' ? readString(fields.toolName) ?? '' : type.slice('tool-'.length)
}

/** A state that no row stands for is read from what the call brought. */
function readToolState(fields: Fields): ToolState {
  const state = toToolState(fields.state)
  if (state !== undefined) return state
  if (readString(fields.errorText) !== undefined) return 'output-error'
  return fields.output === undefined ? 'input-available' : 'output-available'
}

/** The manner that the part was stored with. */
function readManner(fields: Fields): ToolManner | undefined {
  const parsed = northlightToolMetadataSchema.safeParse(readFields(fields.toolMetadata).northlight)
  return parsed.success ? parsed.data.manner : undefined
}

function toLineState(state: ToolState, errorText: string | undefined, preliminary: boolean): ToolLineState {
  const { progress } = toolStates[state]
  if (progress === 'failed') return errorText === stoppedErrorText ? 'stopped' : 'failed'
  return preliminary ? 'running' : progress
}

function readSource(fields: Fields, index: number): PartReading {
  const url = readString(fields.url)
  const title = [fields.title, fields.filename, url].map(readString).find((name) => name?.trim())
  const linked = url !== undefined && /^(?:https?|mailto):/i.test(url)
  return { kind: 'source', index, ...(title === undefined ? {} : { title }), ...(linked ? { url } : {}) }
}

function readUserFacing(fields: Fields, index: number): PartReading {
  const part = toUserFacingPart(fields)
  const slot = resolvePartSlot(part.type)
  if (slot !== 'fallback' || shownFields.some((name) => part[name] !== undefined)) return { kind: 'user-facing', index, slot, part }
  const { type: _type, ...others } = fields
  return { kind: 'user-facing', index, slot, part: Object.keys(others).length === 0 ? part : { ...part, data: others } }
}

/** What a fallback row shows of a part; of one that has none of them it shows all there is. */
const shownFields = ['data', 'output', 'input', 'url'] as const
const stringFields = ['id', 'toolName', 'toolCallId', 'state', 'errorText', 'url', 'mediaType', 'filename', 'title', 'kind'] as const
const openFields = ['input', 'output', 'data', 'approval'] as const

/** A copy: the SDK changes its parts in place, and a row must not change under the reader's eyes. */
function toUserFacingPart(fields: Fields): UserFacingPart {
  const part: UserFacingPart = { type: readString(fields.type) ?? 'unknown' }
  for (const name of stringFields) {
    const value = readString(fields[name])
    if (value !== undefined) part[name] = value
  }
  for (const name of openFields) {
    if (fields[name] !== undefined) part[name] = fields[name]
  }
  return part
}

function toFileName(fields: Fields): string {
  const url = readString(fields.url) ?? ''
  const last = /^https?:\/\/[^?#]*\/([^/?#]+)/i.exec(url)?.[1]
  return readString(fields.filename) ?? last ?? readString(fields.mediaType) ?? 'file'
}
