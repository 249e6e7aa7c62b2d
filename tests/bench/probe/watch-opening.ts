import { holdsText, isOnScreen } from './find-text.ts'
import { afterFrame, until } from './frames.ts'

/** From the navigation until `words` are drawn; on the screen, or, of a page that can't scroll itself, anywhere. In ms. */
export async function watchOpening(words: string, onScreen: boolean): Promise<number> {
  const isDrawn = onScreen ? isOnScreen : holdsText
  await until(() => isDrawn(words), `${words} is shown`)
  return afterFrame()
}
