import { expect, it } from 'vitest'
import type { Homework } from '../../contract/homework.ts'
import type { Submission } from '../../contract/submissions.ts'
import { isNewForPupil } from './newHomework.ts'

const at = (time: string) => Date.parse(`2026-11-18T${time}:00Z`)
const homework = { id: 7, created_at: '2026-11-18T08:00:00Z' } as Homework
const submission = (flags: Partial<Submission>) => ({ todo_id: 7, ...flags }) as Submission
const returned = submission({
  is_acknowledged: true,
  is_submitted: true,
  is_corrected: true,
  corrected_at: '2026-11-18T10:00:00Z',
})

it.each([
  ['set since the first visit', submission({}), { since: at('07:00'), opened: {} }, true],
  ['without a known submission', undefined, { since: at('07:00'), opened: {} }, true],
  ['set before the first visit', submission({}), { since: at('09:00'), opened: {} }, false],
  ['opened', submission({}), { since: at('07:00'), opened: { 7: at('08:30') } }, false],
  [
    'seen on another device',
    submission({ is_acknowledged: true }),
    { since: at('07:00'), opened: {} },
    false,
  ],
  ['handed in elsewhere', submission({ is_submitted: true }), { since: at('07:00'), opened: {} }, false],
  ['returned after it was opened', returned, { since: at('07:00'), opened: { 7: at('09:00') } }, true],
  ['returned and opened', returned, { since: at('07:00'), opened: { 7: at('10:30') } }, false],
  ['returned before the first visit', returned, { since: at('11:00'), opened: {} }, false],
])('%s', (_, own, opened, isNew) => {
  expect(isNewForPupil(homework, own, opened, 'Europe/Berlin')).toBe(isNew)
})

it('homework of a service without times is never new', () => {
  const opened = { since: 0, opened: {} }
  expect(isNewForPupil({ id: 7 } as Homework, undefined, opened, 'Europe/Berlin')).toBe(false)
})
