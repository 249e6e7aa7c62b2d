import { Assembler } from 'stream-json/core/assembler.js'

/** A JSON value without parts. */
export type JsonScalar = string | number | boolean | null

/** Builds one JSON value out of tokens, and keeps only the keys it was told to. */
export class JsonValueCollector {
  private readonly assembler = new Assembler()
  private readonly keptKeys: ReadonlySet<string>
  private skipNext = false
  private skippedDepth = 0

  constructor(keptKeys: ReadonlySet<string>) {
    this.keptKeys = keptKeys
  }

  /** True once the value that the collector was made for is whole. */
  get done(): boolean {
    return this.assembler.done
  }

  get value(): unknown {
    return this.assembler.current
  }

  open(container: 'object' | 'array'): void {
    if (this.skipNext || this.skippedDepth > 0) {
      this.skipNext = false
      this.skippedDepth += 1
      return
    }
    this.assembler.consume({ name: container === 'object' ? 'startObject' : 'startArray' })
  }

  close(container: 'object' | 'array'): void {
    if (this.skippedDepth > 0) this.skippedDepth -= 1
    else this.assembler.consume({ name: container === 'object' ? 'endObject' : 'endArray' })
  }

  key(key: string): void {
    if (this.skippedDepth > 0) return
    this.skipNext = !this.keptKeys.has(key)
    if (!this.skipNext) this.assembler.keyValue(key)
  }

  scalar(value: JsonScalar): void {
    if (this.skippedDepth > 0) return
    if (this.skipNext) {
      this.skipNext = false
      return
    }
    if (typeof value === 'string') this.assembler.stringValue(value)
    else if (typeof value === 'number') this.assembler.numberValue(String(value))
    else if (value === null) this.assembler.nullValue()
    else if (value) this.assembler.trueValue()
    else this.assembler.falseValue()
  }
}
