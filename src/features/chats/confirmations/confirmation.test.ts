import { describe, expect, it } from 'vitest'
import { confirmations as german } from '../../../i18n/de/confirmations.ts'
import { confirmations as english } from '../../../i18n/en/confirmations.ts'
import { plainDateTime } from '../../../lib/schoolTime.ts'
import {
  type ConfirmOption,
  confirmTexts,
  getChatPeople,
  getClassIds,
  getConfirmations,
} from './confirmation.ts'
import { createConfirmationsCsv } from './ExportConfirmations.tsx'

const timeZone = 'Europe/Berlin'
const votedAt = Date.UTC(2026, 10, 18, 16, 52)
const people = [
  { id: 1, name: 'Jana Albrecht' },
  { id: 2, name: 'Omar Ruiz' },
  { id: 3, name: 'Ida Lang' },
]
const option: ConfirmOption = {
  id: 7,
  text: 'Read and understood',
  votes: 1,
  users_voted: [{ id: 2, name: 'Omar Ruiz', voted_at: plainDateTime(votedAt, timeZone) }],
}
const context = { senderId: 1, people, memberCount: 3, timeZone, language: 'en' }

it('knows the text of every language', () => {
  expect(confirmTexts).toEqual([english.option, german.option])
})

describe('the confirmations of a message', () => {
  it('do not count the sender, even with a vote from another app', () => {
    const sender = { id: 1, name: 'Jana Albrecht' }
    const withSender = {
      ...option,
      votes: 2,
      is_voted: true,
      users_voted: [...(option.users_voted ?? []), sender],
    }
    for (const testedOption of [option, withSender]) {
      expect(getConfirmations({ ...context, option: testedOption })).toEqual({
        count: 1,
        all: 2,
        confirmed: [{ id: 2, name: 'Omar Ruiz', at: votedAt }],
        missing: [{ id: 3, name: 'Ida Lang' }],
        lastAt: votedAt,
      })
    }
  })

  it('name no person as missing if the service sends fewer names than votes', () => {
    const incomplete = getConfirmations({ ...context, option: { ...option, votes: 2 } })
    expect(incomplete).toMatchObject({ count: 2, all: 2, confirmed: undefined, missing: undefined })
    const withoutNames = getConfirmations({ ...context, option: { id: 7, text: '', votes: 1 } })
    expect(withoutNames).toMatchObject({ count: 1, all: 2, confirmed: undefined, missing: undefined })
  })

  it('count a person who has left the chat', () => {
    const { count, all } = getConfirmations({ ...context, option, people: people.slice(0, 1) })
    expect([count, all]).toEqual([1, 1])
  })

  it('name no person as missing while the people are unknown', () => {
    const unknown = getConfirmations({ ...context, option, people: 'groups' })
    expect(unknown).toMatchObject({ count: 1, all: 2, missing: 'groups' })
    expect(
      getConfirmations({ ...context, option, people: 'groups', memberCount: undefined }).all,
    ).toBeUndefined()
  })

  it('include the people of a class, each once', () => {
    const target = { type: '', image: null, targets_multiple_users: false }
    const named = (id: number, name: string) => ({ ...target, ids: { user_id: id }, name, display_name: '' })
    const ofClass = { ...named(0, '8b'), ids: { course_id: 8 }, targets_multiple_users: true }
    const given = { resource_ids: {}, is_write: false, is_admin: false, given_by_user_id: null, given_at: '' }
    const rows = [named(1, 'Jana Albrecht'), ofClass].map((each, id) => ({ id, target: each, ...given }))
    const members = [
      { id: 1, name: 'Jana Albrecht' },
      { id: 2, name: 'Omar Ruiz' },
    ]
    expect(getClassIds(rows)).toEqual([8])
    expect(getChatPeople({ rows, unreadable: 0 }, id => (id === 8 ? members : undefined))).toEqual(members)
    expect(getChatPeople({ rows, unreadable: 0 }, () => undefined)).toBe('groups')
  })

  it('are exported with times, and no cell is a formula', () => {
    const { confirmed, lastAt } = getConfirmations({ ...context, option })
    const translate = ((key: string) => key) as Parameters<typeof createConfirmationsCsv>[1]
    const missing = [{ id: 3, name: '=1+1' }]
    expect(
      createConfirmationsCsv({ confirmed, missing, lastAt }, translate, { timeZone, language: 'de' }),
    ).toBe(
      '\uFEFF"export.name";"export.status";"export.time"\r\n"\'=1+1";"export.no"\r\n"Omar Ruiz";"export.yes";"2026-11-18 17:52"\r\n',
    )
  })
})
