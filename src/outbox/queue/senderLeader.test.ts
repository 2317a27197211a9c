import { expect } from 'vitest'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { advanceTime, correctionInput, settle, test, unverifiableWrite } from '../../testing/testOutbox.ts'
import type { Outbox } from '../Outbox.ts'

test('another tab leads while the leader is in the back-forward cache', async ({ browser }) => {
  const [page, sent] = [new EventTarget(), [] as string[]]
  const by = (tab: string) => async (endpoint: Endpoint, input: object, options?: CallOptions) => {
    const response = await browser.service.call(endpoint, input, options)
    sent.push(tab)
    return response
  }
  const turn = (type: string, persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted }))
  const first = await browser.tab({ page, call: by('first') })
  await settle()
  const second = await browser.tab({ call: by('second') })
  const send = async (outbox: Outbox, pupil: number) => {
    await outbox.writes.add(unverifiableWrite, { input: correctionInput(pupil, 'Good'), lane: `l${pupil}` })
    await advanceTime(1000)
  }
  await send(second, 1)
  turn('pagehide', false)
  await send(second, 2)
  turn('pagehide', true)
  await send(second, 3)
  turn('pageshow', true)
  await second.stop()
  await send(first, 4)
  expect(sent).toEqual(['first', 'first', 'second', 'first'])
})
