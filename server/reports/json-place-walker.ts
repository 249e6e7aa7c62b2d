import { JsonValueCollector, type JsonScalar } from './json-value-collector.ts'

type JsonContainer = 'object' | 'array'

/** What stands under a key: a container that is walked into, a value that is collected whole, or what is passed over. */
type Slot<Place> = Place | 'value' | 'ignored'

/** The shape of a format, as far as it is read. */
export interface JsonShape<Place extends string> {
  root: Place
  containers: Readonly<Record<Place, JsonContainer>>
  /** What comes under a key of a place; of a list, the key is empty. */
  slots: Readonly<Record<Place, (key: string) => Slot<Place>>>
  /** The keys that are kept of a value that is collected. */
  keptKeys: ReadonlySet<string>
}

export interface JsonPlaceEvents<Place> {
  open?(place: Place): void
  close?(place: Place): void
  value(place: Place, key: string, value: unknown): void
  /** Throws: where `place` should be, something else is. */
  refuse(place: Place, expected: JsonContainer): never
}

/** Walks a JSON document token by token, and holds no more of it than one value. The order of keys is free. */
export class JsonPlaceWalker<Place extends string> {
  private readonly shape: JsonShape<Place>
  private readonly events: JsonPlaceEvents<Place>
  private readonly open: { place: Place, key: string }[] = []
  private collector: JsonValueCollector | undefined
  private ignoredDepth = 0

  constructor(shape: JsonShape<Place>, events: JsonPlaceEvents<Place>) {
    this.shape = shape
    this.events = events
  }

  openContainer(container: JsonContainer): void {
    if (this.ignoredDepth > 0) {
      this.ignoredDepth += 1
      return
    }
    if (this.collector) {
      this.collector.open(container)
      return
    }
    const slot = this.nextSlot()
    if (slot === 'ignored') this.ignoredDepth = 1
    else if (slot === 'value') {
      this.collector = new JsonValueCollector(this.shape.keptKeys)
      this.collector.open(container)
    }
    else this.openPlace(slot, container)
  }

  closeContainer(container: JsonContainer): void {
    if (this.ignoredDepth > 0) {
      this.ignoredDepth -= 1
      return
    }
    if (!this.collector) {
      const closed = this.open.pop()
      if (closed) this.events.close?.(closed.place)
      return
    }
    this.collector.close(container)
    if (!this.collector.done) return
    const { value } = this.collector
    this.collector = undefined
    this.takeValue(value)
  }

  key(key: string): void {
    if (this.ignoredDepth > 0) return
    if (this.collector) {
      this.collector.key(key)
      return
    }
    const parent = this.open.at(-1)
    if (parent) parent.key = key
  }

  scalar(value: JsonScalar): void {
    if (this.ignoredDepth > 0) return
    if (this.collector) {
      this.collector.scalar(value)
      return
    }
    const slot = this.nextSlot()
    if (slot === 'value') this.takeValue(value)
    else if (slot !== 'ignored') this.events.refuse(slot, this.shape.containers[slot])
  }

  private nextSlot(): Slot<Place> {
    const parent = this.open.at(-1)
    return parent ? this.shape.slots[parent.place](parent.key) : this.shape.root
  }

  private openPlace(place: Place, container: JsonContainer): void {
    const expected = this.shape.containers[place]
    if (container !== expected) this.events.refuse(place, expected)
    this.open.push({ place, key: '' })
    this.events.open?.(place)
  }

  private takeValue(value: unknown): void {
    const parent = this.open.at(-1)
    if (parent) this.events.value(parent.place, parent.key, value)
  }
}

/** The slots of an object whose keys are known; every other key is passed over. */
export function toSlots<Known extends string>(known: Readonly<Record<string, Known>>): (key: string) => Known | 'ignored' {
  const slotByKey = new Map(Object.entries(known))
  return (key) => slotByKey.get(key) ?? 'ignored'
}
