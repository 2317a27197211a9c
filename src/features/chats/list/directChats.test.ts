import { describe, expect, it } from 'vitest'
import { groupDirectChats } from './directChats.ts'

const reader = 1
const chat = (id: number, more: object = {}) => ({ id, is_direct: true, ...more })
const target = (user_id: number) => ({
  target: {
    ids: { user_id },
    ...{ type: 'user', name: '', display_name: '', image: null, targets_multiple_users: false },
  },
})

describe('direct chats', () => {
  it('of namesakes are distinguished by ID', () => {
    const { byPerson } = groupDirectChats(
      [
        { chat: chat(71, { direct_user_id: 11 }), name: 'Lena Weber' },
        { chat: chat(72, { direct_user_id: 12 }), name: 'Lena Weber' },
      ],
      reader,
    )
    expect([...byPerson]).toEqual([
      [11, 71],
      [12, 72],
    ])
  })

  it.each<[string, object, object]>([
    ['the grants', {}, { grants: [target(reader), target(11)] }],
    ['the last message', { last_message: { id: 5, text: 'x', user: { id: 11, name: '' } } }, {}],
    ['the messages', {}, { messages: [{ user: { id: reader } }, { user: { id: 11 } }] }],
  ])('find the other person in %s without direct_user_id', (_what, more, loaded) => {
    const { byPerson } = groupDirectChats([{ chat: chat(71, more), name: 'Lena Weber', ...loaded }], reader)
    expect(byPerson.get(11)).toBe(71)
  })

  it('have an unknown person if only the reader appears', () => {
    const last_message = { id: 5, text: 'x', user: { id: reader, name: '' } }
    const { byPerson, unknownNames } = groupDirectChats(
      [{ chat: chat(71, { last_message }), name: 'Lena Weber' }],
      reader,
    )
    expect(byPerson.size).toBe(0)
    expect([...unknownNames]).toEqual(['Lena Weber'])
  })

  it('exclude group chats', () => {
    const { byPerson, unknownNames } = groupDirectChats(
      [{ chat: { id: 71, is_direct: false, direct_user_id: 11 }, name: 'Lena Weber' }],
      reader,
    )
    expect(byPerson.size + unknownNames.size).toBe(0)
  })
})
