import { holdsText } from './find-text.ts'
import { elementsAtRest, until } from './frames.ts'
import { mountChat, mountStream } from './mount-chat.ts'
import { streamByFrames, streamFast, streamPaced } from './stream-deltas.ts'
import { toggleChat } from './toggle-chat.ts'
import { watchOpening } from './watch-opening.ts'

/** What drives a page from inside and looks at it there. Bundled into one script, which comes before the page's own. */
const probe = { elementsAtRest, holdsText, mountChat, mountStream, streamByFrames, streamFast, streamPaced, toggleChat, until, watchOpening }

declare global {
  interface Window {
    probe: typeof probe
  }
}

window.probe = probe
