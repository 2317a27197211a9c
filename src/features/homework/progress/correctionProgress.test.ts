import { expect, it } from 'vitest'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { type CountedStep, countMissing, getEntriesAt, getFunnel } from './correctionProgress.ts'
import type { CorrectionState } from './returnStates.ts'

const flags = fc.record({
  is_acknowledged: fc.boolean(),
  is_submitted: fc.boolean(),
  is_corrected: fc.boolean(),
})
const state = fc.constantFrom<CorrectionState | undefined>(
  ...([undefined, 'draft', 'waiting', 'sending', 'conflict', 'uncertain', 'failed'] as const),
)

it('lists as many pupils as each number of the funnel counts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(flags, state), { maxLength: 12 }), pupils => {
      const entries = pupils.map(([submission], id) => ({ user: { id }, submission }) as SubmissionEntry)
      const states = new Map(pupils.flatMap(([, state], id) => (state ? [[id, state] as const] : [])))
      const funnel = getFunnel(entries, states)
      const count = (step: CountedStep) => getEntriesAt(entries, states, step).length
      expect(count('seen')).toBe(funnel.seen)
      expect(count('handedIn')).toBe(funnel.handedIn)
      expect(count('corrected')).toBe(funnel.corrected)
      expect(count('missing')).toBe(countMissing(funnel))
      expect(count('notSeen')).toBe(funnel.of - funnel.seen)
    }),
  )
})
