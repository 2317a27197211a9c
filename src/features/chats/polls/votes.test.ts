import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keyOf, query } from '../../../api/cache/query.ts'
import { type Api, createApi } from '../../../api/createApi.ts'
import { messages } from '../../../contract/messages.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { createReactions } from '../reactions/reactions.ts'
import { createVotes } from './votes.ts'

const chat_id = 1
const id = 5

const messageWith = (chosen: readonly number[], reactions: unknown[] = []) => ({
  ...{ id, chat_id, user: { id: 2, name: 'Omar Ruiz' }, text: 'Which?', has_files: false, has_poll: true },
  ...{ meta_type: null, sent_at: '2026-11-18 08:20:00', is_own: false, reactions },
  poll: {
    ...{ id: 1, is_anonymous: false, is_multiple_choice: false, total_votes: chosen.length },
    options: [1, 2, 3].map(option => ({
      ...{ id: option, text: String(option), votes: Number(chosen.includes(option)) },
      is_voted: chosen.includes(option),
    })),
  },
})

/** Creates an API whose write responses the test sends. Reads return one message. */
async function createControlledApi() {
  const requests: { body: unknown; respond: (response: Response) => void }[] = []
  const api: Api = createApi({
    fetch: async (_path, init) => {
      if (init?.method === 'GET') return Response.json([messageWith([])])
      const { promise, resolve } = Promise.withResolvers<Response>()
      requests.push({ body: JSON.parse(String(init?.body)), respond: resolve })
      return promise
    },
  })
  const [message] = (await api.queryClient.fetchQuery(query(messages.list, { chat_id }))).rows
  if (!message) throw new Error('no message')
  const cached = () => api.queryClient.getQueryData(keyOf(messages.list, { chat_id }))?.rows[0]
  const next = async () => {
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    const call = requests.shift()
    if (!call) throw new Error('no request was sent')
    return call
  }
  return { api, message, cached, next, requests }
}
const idsOf = (body: unknown) => (isRecord(body) ? body.option_ids : undefined)
const refusal = (status: number) =>
  Response.json({ error: { message: 'no', name: 'no', code: status } }, { status })

it('sends one vote at a time, then only the last', async () => {
  const { api, message, cached, next, requests } = await createControlledApi()
  const votes = createVotes(api.queryClient)
  const outcomes = [votes.vote(message, [1]), votes.vote(message, [2]), votes.vote(message, [3])]
  expect(votes.getState(id).pending).toEqual([3])
  const first = await next()
  expect([idsOf(first.body), requests.length]).toEqual([[1], 0])
  first.respond(Response.json(messageWith([1])))
  const last = await next()
  expect(idsOf(last.body)).toEqual([3])
  last.respond(Response.json(messageWith([3])))
  expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual([
    'superseded',
    'superseded',
    'counted',
  ])
  expect(votes.getState(id)).toEqual({})
  expect(cached()?.poll?.options.map(option => option.is_voted)).toEqual([false, false, true])
})

it('shows the vote at every moment, pending or counted', async () => {
  const { api, message, next } = await createControlledApi()
  const votes = createVotes(api.queryClient)
  const reactions = createReactions(api.queryClient)
  const observer = new QueryObserver(api.queryClient, query(messages.list, { chat_id }))
  let row = observer.getCurrentResult().data?.rows[0]
  const update = notifyManager.batchCalls(() => {
    row = observer.getCurrentResult().data?.rows[0]
  })
  const stop = observer.subscribe(update)
  const shown: boolean[] = []
  votes.subscribe(() =>
    shown.push(votes.getState(id).pending !== undefined || row?.poll?.options[0]?.votes === 1),
  )
  reactions.subscribe(() =>
    shown.push(reactions.getState(id).pending.has('👍') || row?.reactions.length === 1),
  )
  const vote = votes.vote(message, [1])
  const voted = await next()
  voted.respond(Response.json(messageWith([1])))
  await vote
  const reaction = reactions.toggle(message, '👍')
  const reacted = await next()
  reacted.respond(Response.json(messageWith([1], [{ emoji: '👍', count: 1, is_own: true }])))
  await reaction
  expect(shown).toEqual([true, true, true, true])
  stop()
})

it('keeps a failed choice, and drops an overtaken failure', async () => {
  const { api, message, next } = await createControlledApi()
  const votes = createVotes(api.queryClient)
  const first = votes.vote(message, [1])
  const second = votes.vote(message, [2])
  const late = await next()
  late.respond(refusal(409))
  const refused = await next()
  expect(idsOf(refused.body)).toEqual([2])
  refused.respond(refusal(403))
  expect([(await first).kind, (await second).kind]).toEqual(['superseded', 'failed'])
  expect(votes.getState(id)).toMatchObject({ failed: { optionIds: [2], error: { kind: 'forbidden' } } })
  votes.select(id, undefined)
  expect(votes.getState(id)).toEqual({})
})

it('toggles a reaction per response until it matches', async () => {
  const { api, message, next, requests } = await createControlledApi()
  const reactions = createReactions(api.queryClient)
  const thumbs = (is_own: boolean) => messageWith([], is_own ? [{ emoji: '👍', count: 1, is_own }] : [])
  const toggles = [reactions.toggle(message, '👍'), reactions.toggle(message, '👍')]
  expect(reactions.getState(id).pending.get('👍')).toBe(false)
  const first = await next()
  first.respond(Response.json(thumbs(true)))
  const second = await next()
  second.respond(Response.json(thumbs(false)))
  expect(await Promise.all(toggles)).toEqual([true, true])
  expect([reactions.getState(id).pending.size, requests.length]).toEqual([0, 0])
})
