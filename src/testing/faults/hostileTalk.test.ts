import { afterAll, beforeAll, expect, it } from 'vitest'
import { messages, reactionsOf } from '../../contract/messages.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { faultySchool, type TestService, testService } from '../testService.ts'
import { faultChatMembers, faultChats, hostileChat } from './faults.ts'
import {
  hostileChatFiles,
  hostileChatRenderings,
  hostileMessages,
  hostileNames,
  hostileOptions,
  hostileReactions,
} from './hostile.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  token = await school.signIn(faultChatMembers.writer)
})
afterAll(() => school.close())

async function talkOf(chat: number) {
  const response = await school.send('GET', `/api/v2/chats/${chat}/messages`, { token })
  const { rows, unreadable } = parseResponse(messages.list.response, await response.json())
  expect(unreadable).toBe(0)
  return rows
}

it('has one unchanged message per attack, by users with hostile names', async () => {
  const all = await talkOf(hostileChat)
  const texts = all.map(({ text }) => text)
  expect(texts.slice(0, hostileMessages.length)).toEqual(hostileMessages.map(({ text }) => text))
  expect(new Set(hostileMessages.map(({ trick }) => trick)).size).toBe(hostileMessages.length)
  expect(new Set(all.map(({ user }) => user.name))).toEqual(new Set(hostileNames))
  expect(Math.max(...texts.map(text => text.length))).toBeLessThanOrEqual(20_000)
})

it('has hostile polls and reactions, and hides voters of the anonymous poll', async () => {
  const all = await talkOf(hostileChat)
  const [named, anonymous] = all.flatMap(({ poll }) => poll ?? [])
  expect(named?.options.map(({ text }) => text)).toEqual(hostileOptions)
  expect(named?.options[0]?.users_voted).toHaveLength(hostileNames.length)
  expect(anonymous?.options.flatMap(({ users_voted }) => users_voted ?? [])).toEqual([])
  expect(new Set(all.flatMap(reactionsOf).map(({ emoji }) => emoji))).toEqual(new Set(hostileReactions))
})

it('has one file per attack, never with an executable type', async () => {
  const all = await talkOf(hostileChat)
  const files = all.flatMap(message => message.files ?? [])
  expect(files.map(({ name }) => name)).toEqual(hostileChatFiles.map(({ name }) => name))
  expect(files.filter(file => /html|svg|xml|script|json/.test(file.content_type))).toEqual([])
  const rendered = all.slice(-hostileChatRenderings.length)
  expect(rendered.map(message => message.text_formatted)).toEqual(
    hostileChatRenderings.map(({ html }) => html),
  )
})

it('has a poll in each chat with write faults', async () => {
  for (const { id } of faultChats) expect((await talkOf(id)).at(-1)?.poll?.options).toHaveLength(2)
})
