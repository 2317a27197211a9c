import { expect, it } from 'vitest'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { workStates } from '../../../contract/workCounts.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { countEntries, getEntriesIn } from './correctionProgress.ts'
import type { CorrectionState } from './returnStates.ts'

const flags = fc.record({
  is_acknowledged: fc.boolean(),
  is_submitted: fc.boolean(),
  is_corrected: fc.boolean(),
})
const state = fc.constantFrom<CorrectionState | undefined>(
  ...([undefined, 'draft', 'returned', 'waiting', 'sending', 'conflict', 'uncertain', 'failed'] as const),
)

it('lists as many pupils as each number counts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(flags, state), { maxLength: 12 }), pupils => {
      const entries = pupils.map(([submission], id) => ({ user: { id }, submission }) as SubmissionEntry)
      const states = new Map(pupils.flatMap(([, state], id) => (state ? [[id, state] as const] : [])))
      const counts = countEntries(entries, states)
      for (const workState of workStates)
        expect(getEntriesIn(entries, states, workState).length).toBe(counts[workState])
      expect(counts.missing + counts.toCorrect + counts.corrected).toBe(counts.of)
    }),
  )
})
