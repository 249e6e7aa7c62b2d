import { ref } from 'vue'
import type { ActionResult, RowCommand } from './row-action.ts'

/** One thing at a time with a row: while something is done, another press does nothing. */
export function useRowActions() {
  const running = ref<string>()
  const result = ref<ActionResult>()

  async function run(command: RowCommand) {
    if (running.value !== undefined) return
    running.value = command.label
    result.value = undefined
    try {
      result.value = await command.run()
    }
    finally {
      running.value = undefined
    }
  }

  return { running, result, run }
}
