import { describe, expect, it } from 'vitest'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { sampleMessage } from '#layers/northlight/shared/settings/sample-message.ts'
import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'

describe('the sample answer of Settings', () => {
  it('has one of each kind of work that a level gates', () => {
    const classes = classifyParts(sampleMessage, { running: false })
    expect(classes).toEqual(['reasoning', 'working-note', 'internal-tool', 'internal-tool', 'answer', 'housekeeping-tool', 'housekeeping-note'])
  })

  it('looks different at every stop, and has its answer at each', () => {
    const plans = detailLevels.map((level) => JSON.stringify(planSurfacing(sampleMessage, { level, running: false }).rows))
    expect(new Set(plans).size).toBe(detailLevels.length)
    for (const rows of plans) expect(rows).toContain('One test failed')
  })
})
