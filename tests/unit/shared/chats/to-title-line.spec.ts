import { expect, it } from 'vitest'
import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'

it.each([
  ['  A\r\nB\u0000C ', 'A B C'],
  ['\u202Eexe.gnp\u2069', 'exe.gnp'],
  ['\u{1F468}\u200D\u{1F469} family', '\u{1F468}\u200D\u{1F469} family'],
  ['\u200B\u2060', ''],
  ['\u202E \u0000', ''],
  ['\uD800', '\uFFFD'],
])('makes one line of %j that can be seen', (text, line) => {
  expect(toTitleLine(text)).toBe(line)
})
