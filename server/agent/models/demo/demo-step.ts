/** One model step of the demo model: what it thinks, says and calls, in this order. */
export interface DemoStep {
  reasoning?: string
  text?: string
  call?: { toolName: string, input: Record<string, unknown> }
}
