/** One call of a tool. */
export interface DemoCall {
  toolName: string
  input: Record<string, unknown>
}

/** One model step of the demo model: what it thinks, says and calls, in this order. */
export interface DemoStep {
  reasoning?: string
  text?: string
  calls?: DemoCall[]
}
