import type { z } from 'zod/mini'

/** What every block says of itself, whatever its kind (`chat-ui.md`, "Answer format"). */
export interface BlockEnvelope {
  /** Stable within a turn: a later block with the same id replaces this one. */
  id: string
  /** The heading; the kind's own where there is none. */
  title?: string
  /** The dot that the rows belong to. */
  dotId?: string
  /** The tool whose call gave the rows: its own line is left out. */
  tool?: string
  state: 'loading' | 'ready'
  /** Rows left out for want of room. */
  more: number
  /** Rows left out because they were none. */
  dropped: number
}

export interface BlockKindDefinition<Kind extends string, List extends string, Row extends z.ZodMiniType<object>, Fields extends z.ZodMiniType<object>> {
  kind: Kind
  /** The heading of a block without one. */
  title: string
  /** What its rows are called: one, several. */
  noun: readonly [string, string]
  /** The name of the list that holds the rows, and what a row is. Without it the block is its fields. */
  rows?: { list: List, schema: Row, most?: number }
  /** What it holds beside its rows; where these do not fit, there is no such block. */
  fields: Fields
}

/** A block as the definition of its kind has it. */
export type BlockOfDefinition<Definition> = Definition extends BlockKindDefinition<infer Kind, infer List, infer Row, infer Fields>
  ? BlockEnvelope & { kind: Kind } & OwnFields<z.infer<Fields>> & ([List] extends [never] ? unknown : Record<List, z.infer<Row>[]>)
  : never

/** An empty object schema infers a record that may hold nothing, which no block is. */
type OwnFields<Fields> = string extends keyof Fields ? unknown : Fields

/** One kind of block, one file: what it is called, and what it may hold. */
export function defineBlockKind<
  const Kind extends string, const List extends string = never, Row extends z.ZodMiniType<object> = z.ZodMiniType<object>, Fields extends z.ZodMiniType<object> = z.ZodMiniType<object>,
>(definition: BlockKindDefinition<Kind, List, Row, Fields>): BlockKindDefinition<Kind, List, Row, Fields> {
  return definition
}
