import { expect, it } from 'vitest'
import type { ListedHomework, OwnStatus } from '../../contract/homework.ts'
import { isNewForPupil } from './newHomework.ts'

const at = (time: string) => Date.parse(`2026-11-18T${time}:00Z`)
const homework = { id: 7, created_at: '2026-11-18T08:00:00Z' } as ListedHomework
const status = (flags: Partial<OwnStatus>) => flags as OwnStatus
const returned = status({
  is_acknowledged: true,
  is_submitted: true,
  is_corrected: true,
  corrected_at: '2026-11-18T10:00:00Z',
})

it.each([
  ['set since the first visit', status({}), { since: at('07:00'), opened: {} }, true],
  ['without a known status', undefined, { since: at('07:00'), opened: {} }, true],
  ['set before the first visit', status({}), { since: at('09:00'), opened: {} }, false],
  ['opened', status({}), { since: at('07:00'), opened: { 7: at('08:30') } }, false],
  ['seen on another device', status({ is_acknowledged: true }), { since: at('07:00'), opened: {} }, false],
  ['handed in elsewhere', status({ is_submitted: true }), { since: at('07:00'), opened: {} }, false],
  ['returned after it was opened', returned, { since: at('07:00'), opened: { 7: at('09:00') } }, true],
  ['returned and opened', returned, { since: at('07:00'), opened: { 7: at('10:30') } }, false],
  ['returned before the first visit', returned, { since: at('11:00'), opened: {} }, false],
])('%s', (_, own, opened, isNew) => {
  expect(isNewForPupil({ ...homework, own_status: own }, opened, 'Europe/Berlin')).toBe(isNew)
})

it('work without a known status is never new, because it may be handed in', () => {
  const opened = { since: at('07:00'), opened: {} }
  expect(isNewForPupil({ ...homework, is_submissionable: true }, opened, 'Europe/Berlin')).toBe(false)
})

it('homework of a service without times is never new', () => {
  const opened = { since: 0, opened: {} }
  expect(isNewForPupil({ id: 7 } as ListedHomework, opened, 'Europe/Berlin')).toBe(false)
})
