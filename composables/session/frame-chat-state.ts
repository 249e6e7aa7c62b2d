import type { ChatState, ChatStatus as SdkStatus, UIMessage } from 'ai'
import { shallowRef } from 'vue'
import { createFramePublisher } from './frame-publisher.ts'

/**
 * The SDK's chat state, without its copy of every part at every chunk: the SDK changes the live message in place,
 * we mark it, and once a frame give it a new identity. Readers of the others are not disturbed.
 */
export class FrameChatState implements ChatState<UIMessage> {
  readonly published = shallowRef<readonly UIMessage[]>([])
  readonly publishedStatus = shallowRef<SdkStatus>('ready')
  readonly publishedError = shallowRef<Error>()
  #messages: UIMessage[]
  #changed = new Set<UIMessage>()
  /** What stands for each message on screen: another object only when it changed, or is another message. */
  #shown = new WeakMap<UIMessage, UIMessage>()
  #publisher = createFramePublisher(() => this.#publish())
  /** What was shown of the last message as a replay of it began. */
  #held: UIMessage | undefined

  constructor(messages: readonly UIMessage[]) {
    this.#messages = [...messages]
    this.published.value = messages
  }

  get messages() {
    return this.#messages
  }

  set messages(messages: UIMessage[]) {
    this.#messages = messages
    this.#publisher.schedule()
  }

  get status() {
    return this.publishedStatus.value
  }

  /** What the messages say comes before what the status says of them. */
  set status(status: SdkStatus) {
    this.flush()
    this.publishedStatus.value = status
  }

  get error() {
    return this.publishedError.value
  }

  set error(error: Error | undefined) {
    this.publishedError.value = error
  }

  pushMessage = (message: UIMessage) => {
    this.#messages = [...this.#messages, message]
    this.#mark(message)
  }

  popMessage = () => {
    this.#messages = this.#messages.slice(0, -1)
    this.#publisher.schedule()
  }

  replaceMessage = (index: number, message: UIMessage) => {
    this.#messages[index] = message
    this.#mark(message)
  }

  snapshot = <Thing>(thing: Thing): Thing => structuredClone(thing)

  /**
   * A replay begins anew with what is on screen already: until it has come as far, what is shown stays.
   * The returned function ends that.
   */
  holdLast(): () => void {
    const held = this.published.value.at(-1)
    this.#held = held
    return () => {
      this.#held = undefined
      const replayed = this.#messages.find((message) => message.id === held?.id)
      if (replayed) this.#mark(replayed)
    }
  }

  /** Publishes at once what waits for its frame. */
  flush() {
    this.#publisher.flush()
  }

  #mark(message: UIMessage) {
    this.#changed.add(message)
    this.#publisher.schedule()
  }

  #publish() {
    this.published.value = this.#messages.map((message) => {
      const shown = this.#changed.has(message) ? this.#renew(message) : this.#shown.get(message) ?? message
      this.#shown.set(message, shown)
      return shown
    })
    this.#changed.clear()
  }

  #renew(message: UIMessage): UIMessage {
    const held = this.#held
    return held?.id === message.id && message.parts.length < held.parts.length ? held : { ...message }
  }
}
