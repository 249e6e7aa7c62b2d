import { expect, it } from 'vitest'
import { pickChatView } from '#layers/northlight/server/agent/views/pick-chat-view.ts'

it.each([
  ['What broke?', 'recent'],
  ['what failed since the last merge', 'last_merge'],
  ['Why is the run red?', 'recent'],
  ['Which tests are failing?', 'recent'],
  ['Anything flaky?', 'recent'],
  ['What has failed today?', 'today'],
  ['What broke since the last release', 'last_merge'],
  ['Qu\'est-ce qui a cassé depuis le dernier merge ?', 'last_merge'],
  ['Quels tests échouent aujourd\'hui ?', 'today'],
  ['Pourquoi la pipeline est rouge ?', 'recent'],
])('answers "%s" with the triage of %s', (question, window) => {
  expect(pickChatView(question)).toEqual({ view: 'triage', window })
})

it.each([
  'Don\'t triage, just tell me what broke', 'Do not triage this', 'What broke in https://github.com/acme/shop/pull/412?', 'What broke in CHK-2291?',
  'What failed in the last run?', 'Which tests are flaky?', 'Flaky tests by spec?', 'Pass rate this week', 'Remember that checkout broke the build', 'Ne fais pas de triage', '',
])('leaves "%s" to the model', (question) => {
  expect(pickChatView(question)).toBeUndefined()
})
