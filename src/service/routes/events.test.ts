import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Listener, listenTo } from '../../testing/listenTo.ts'
import { smallChats } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

let school: TestService
const listeners: Listener[] = []
beforeEach(async () => {
  school = await testService()
})
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
  await school.close()
})

async function listen(login: string): Promise<Listener> {
  const listener = await listenTo(school.send, await school.signIn(login))
  listeners.push(listener)
  return listener
}

const messages = `/api/v2/chats/${smallChats.talk}/messages`

it('a message is told to the members of its chat, with the version of it, and to nobody else', async () => {
  const [sommer, weber] = [await listen('sommer'), await listen('weber')]
  const token = await school.signIn('albrecht')
  const sent = await school.send('POST', messages, { token, body: { text: 'Hello' } })
  const { version } = await sent.json()
  await expect
    .poll(() => sommer.heard)
    .toEqual([
      { kind: 'message', id: smallChats.talk, version },
      { kind: 'chat', id: smallChats.talk, version },
    ])
  expect(weber.heard).toEqual([])
})
