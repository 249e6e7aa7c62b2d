import { defineEventHandler } from 'h3'

/** Whether the process answers at all. */
export default defineEventHandler(() => ({ ok: true }))
