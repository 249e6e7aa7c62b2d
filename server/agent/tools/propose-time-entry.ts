import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toTitleLine } from '#layers/northlight/shared/chats/to-title-line.ts'
import { formatDay } from '#layers/northlight/shared/display/format-day.ts'
import { defineGatedTool } from './define-tool.ts'

export const proposeTimeEntryTool = defineGatedTool({
  name: 'propose_time_entry',
  description: 'Enters time that the person worked. They may have to approve it first. Use it only when they ask for time to be entered.',
  actionKind: 'time_entry',
  input: z.object({
    day: z.iso.date().optional().describe('The day it was worked on, as 2026-11-30. Left out: today.'),
    minutes: z.int().min(1).max(24 * 60),
    subject: z.string().trim().min(1).max(200).describe('What the time is booked on: a project, a ticket, a customer.'),
    text: z.string().trim().min(1).max(4_000).describe('What was done, in one sentence.'),
  }),
  async toAction({ day, minutes, subject, text }, { clock }) {
    const key = toTitleLine(subject)
    if (key === '') throw new NorthlightError('request-invalid', { message: 'Nothing of the subject can be seen.' })
    return { kind: 'time_entry', target: { kind: 'matter', key, url: null, title: null }, body: { day: day ?? formatDay(clock.now()), minutes, text: text.toWellFormed().replaceAll('\u0000', '') } }
  },
})
