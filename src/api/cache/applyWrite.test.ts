import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { homework } from '../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../contract/submissions.ts'
import { expectCpuBelow } from '../../testing/cpuTime.ts'
import { type Api, createApi } from '../createApi.ts'
import { fetchFresh, query, write } from './query.ts'

const entry = (userId: number, correction: string | null = null): SubmissionEntry => ({
  user: {
    id: userId,
    name: `Pupil ${userId}`,
    badges: [],
    presence: null,
    profile_token: '',
    avatar_url: null,
  },
  submission: {
    todo_id: 5,
    user_id: userId,
    acknowledged_at: null,
    comment: null,
    submitted_at: null,
    teacher_correction: correction,
    points: null,
    corrected_at: correction === null ? null : '2026-11-18T10:20:00+01:00',
    corrected_by_user_id: null,
    files: [],
    correction_files: [],
    document_relation: `todo.5.user.${userId}.submission`,
    correction_files_document_relation: `todo.5.user.${userId}.correction`,
    user_can_submit: correction === null,
    comment_formatted: null,
    comment_basic: null,
    teacher_correction_formatted: null,
    teacher_correction_basic: null,
    is_acknowledged: false,
    is_submitted: false,
    is_corrected: correction !== null,
    is_uncorrected: correction === null,
  },
})
const pupils = (...corrections: (string | null)[]) => corrections.map((text, index) => entry(index + 1, text))

/** Every request waits here until the test answers it. */
type Asked = { call: string; answer: (body: unknown) => void }

let asked: Asked[]
let api: Api
beforeEach(() => {
  asked = []
  api = createApi({
    fetch: (path, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        asked.push({ call: `${init?.method} ${path}`, answer: body => resolve(Response.json(body)) })
      }),
  })
})
afterEach(() => api.queryClient.clear())

const list = query(submissions.list, { todo_id: 5 })
const one = query(submissions.get, { todo_id: 5, user_id: 2 })
const correcting = { todo_id: 5, user_id: 2, body: { teacher_correction: 'Good.' } }
const written = { endpoint: submissions.correct, input: correcting }

/** Answers the `nth` request, once it was sent. */
async function answer(nth: number, body: unknown): Promise<void> {
  await expect.poll(() => asked.length).toBeGreaterThan(nth)
  asked[nth]?.answer(body)
}
const held = () => api.queryClient.getQueryData(list.queryKey)?.rows.map(texts)
const texts = ({ submission }: SubmissionEntry) => submission.teacher_correction

async function load(): Promise<void> {
  const loading = api.queryClient.fetchQuery(list)
  await answer(0, pupils(null, null))
  await loading
}

describe('a write whose answer patches the cache', () => {
  it('asks for nothing again, and says the list is as old as it was', async () => {
    await load()
    const { dataUpdatedAt } = api.queryClient.getQueryState(list.queryKey) ?? {}
    const stop = new QueryObserver(api.queryClient, list).subscribe(() => {})
    const correction = api.queryClient
      .getMutationCache()
      .build(api.queryClient, write(submissions.correct))
      .execute(correcting)
    await answer(1, entry(2, 'Good.'))
    await correction
    expect(held()).toEqual([null, 'Good.'])
    expect(api.queryClient.getQueryState(list.queryKey)).toMatchObject({
      dataUpdatedAt,
      isInvalidated: false,
      fetchStatus: 'idle',
    })
    expect(asked.map(({ call }) => call)).toEqual([
      'GET /api/v2/todos/5/submissions',
      'POST /api/v2/todos/5/submissions/2',
    ])
    stop()
  })

  it('has it asked again where only that it was done is known', async () => {
    await load()
    const stop = new QueryObserver(api.queryClient, list).subscribe(() => {})
    api.wrote(written, undefined)
    await answer(1, pupils(null, 'Good.'))
    await expect.poll(() => held()).toEqual([null, 'Good.'])
    stop()
  })

  it('keeps stale what was stale', async () => {
    await load()
    api.wrote({ ...written, input: { ...correcting, user_id: 9 } }, entry(9, 'Of nobody here'))
    expect(api.queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
    api.wrote(written, entry(2, 'Good.'))
    expect(held()).toEqual([null, 'Good.'])
    expect(api.queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })

  it('leaves an answer that came after the write was sent to be read again, not written over', async () => {
    await load()
    const { dataUpdatedAt = 0 } = api.queryClient.getQueryState(list.queryKey) ?? {}
    api.wrote({ ...written, sentAt: dataUpdatedAt - 1 }, entry(2, 'Good.'))
    expect(held()).toEqual([null, null])
    expect(api.queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })
})

describe('an answer that was asked for before the write', () => {
  it('never replaces what is held now, mounted', async () => {
    await load()
    const stop = new QueryObserver(api.queryClient, { ...list, staleTime: 0 }).subscribe(() => {})
    await expect.poll(() => asked).toHaveLength(2)
    api.wrote(written, entry(2, 'Good.'))
    expect(held()).toEqual([null, 'Good.'])
    await answer(1, pupils(null, null))
    await answer(2, pupils('By somebody else', 'Good.'))
    await expect.poll(() => held()).toEqual(['By somebody else', 'Good.'])
    expect(asked).toHaveLength(3)
    stop()
  })

  it('nor where nobody looks: whoever waits gets what is held, and the next asks again', async () => {
    await load()
    const again = api.queryClient.fetchQuery({ ...list, staleTime: 0 })
    await expect.poll(() => asked).toHaveLength(2)
    api.wrote(written, entry(2, 'Good.'))
    await answer(1, pupils(null, null))
    expect((await again).rows.map(texts)).toEqual([null, 'Good.'])
    expect(held()).toEqual([null, 'Good.'])
    const next = api.queryClient.fetchQuery(list)
    await answer(2, pupils(null, 'Good.'))
    await next
    expect(held()).toEqual([null, 'Good.'])
  })

  it('nor where somebody has to know what is there now: it is read again', async () => {
    await load()
    const fresh = fetchFresh(api.queryClient, list)
    await expect.poll(() => asked).toHaveLength(2)
    api.wrote(written, entry(2, 'Good.'))
    await answer(2, pupils('By somebody else', 'Good.'))
    expect((await fresh).rows.map(texts)).toEqual(['By somebody else', 'Good.'])
  })

  it('nor where the clock was set back since it was read', async () => {
    await load()
    const hour = 3_600_000
    vi.spyOn(Date, 'now').mockImplementation(
      (
        now => () =>
          now - hour
      )(Date.now()),
    )
    const fresh = fetchFresh(api.queryClient, list)
    await answer(1, pupils('By somebody else', null))
    expect((await fresh).rows.map(texts)).toEqual(['By somebody else', null])
  })

  it('is shown where it is the first, and asked for once more', async () => {
    const stop = new QueryObserver(api.queryClient, list).subscribe(() => {})
    await expect.poll(() => asked).toHaveLength(1)
    api.wrote(written, entry(2, 'Good.'))
    await answer(0, pupils(null, null))
    await answer(1, pupils(null, 'Good.'))
    await expect.poll(() => held()).toEqual([null, 'Good.'])
    stop()
  })

  it('is stale where it is the first and nobody looks any more', async () => {
    const loading = api.queryClient.fetchQuery(one)
    await expect.poll(() => asked).toHaveLength(1)
    api.wrote(written, entry(2, 'Good.'))
    await answer(0, entry(2))
    await loading
    expect(api.queryClient.getQueryState(one.queryKey)?.isInvalidated).toBe(true)
  })

  it('is given up of what is only made stale, too', async () => {
    const homeworks = query(homework.list, { course_id: 1 })
    const loading = api.queryClient.fetchQuery(homeworks)
    await answer(0, [])
    await loading
    void api.queryClient.fetchQuery({ ...homeworks, staleTime: 0 })
    await expect.poll(() => asked).toHaveLength(2)
    api.wrote({ endpoint: submissions.handIn, input: { todo_id: 5, body: {} } }, entry(2))
    await answer(1, [])
    expect(api.queryClient.getQueryState(homeworks.queryKey)).toMatchObject({
      isInvalidated: true,
      fetchStatus: 'idle',
    })
  })
})

it('updates a row of a list of a thousand in far less than a frame', async () => {
  const loading = api.queryClient.fetchQuery(list)
  await answer(0, pupils(...Array<null>(1000).fill(null)))
  await loading
  await expectCpuBelow(100 * 4, () => {
    for (let user = 501; user <= 600; user += 1) {
      api.wrote({ ...written, input: { ...correcting, user_id: user } }, entry(user, 'Good.'))
    }
  })
  expect(held()?.filter(text => text !== null)).toHaveLength(100)
})
