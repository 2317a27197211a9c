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

type PendingRequest = { call: string; respond: (body: unknown) => void }

let requests: PendingRequest[]
let api: Api
beforeEach(() => {
  requests = []
  api = createApi({
    fetch: (path, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        requests.push({ call: `${init?.method} ${path}`, respond: body => resolve(Response.json(body)) })
      }),
  })
})
afterEach(() => api.queryClient.clear())

const list = query(submissions.list, { todo_id: 5 })
const one = query(submissions.get, { todo_id: 5, user_id: 2 })
const correcting = { todo_id: 5, user_id: 2, body: { teacher_correction: 'Good.' } }
const written = { endpoint: submissions.correct, input: correcting }

/** Waits for request `nth`, then responds to it. */
async function respondTo(nth: number, body: unknown): Promise<void> {
  await expect.poll(() => requests.length).toBeGreaterThan(nth)
  requests[nth]?.respond(body)
}
const cachedTexts = () => api.queryClient.getQueryData(list.queryKey)?.rows.map(texts)
const texts = ({ submission }: SubmissionEntry) => submission.teacher_correction

async function load(): Promise<void> {
  const loading = api.queryClient.fetchQuery(list)
  await respondTo(0, pupils(null, null))
  await loading
}

describe('a write whose response patches the cache', () => {
  it('causes no refetch, and keeps the age of the list', async () => {
    await load()
    const { dataUpdatedAt } = api.queryClient.getQueryState(list.queryKey) ?? {}
    const stop = new QueryObserver(api.queryClient, list).subscribe(() => {})
    const correction = api.queryClient
      .getMutationCache()
      .build(api.queryClient, write(submissions.correct))
      .execute(correcting)
    await respondTo(1, entry(2, 'Good.'))
    await correction
    expect(cachedTexts()).toEqual([null, 'Good.'])
    expect(api.queryClient.getQueryState(list.queryKey)).toMatchObject({
      dataUpdatedAt,
      isInvalidated: false,
      fetchStatus: 'idle',
    })
    expect(requests.map(({ call }) => call)).toEqual([
      'GET /api/v2/todos/5/submissions',
      'POST /api/v2/todos/5/submissions/2',
    ])
    stop()
  })

  it('causes a refetch if its response is unknown', async () => {
    await load()
    const stop = new QueryObserver(api.queryClient, list).subscribe(() => {})
    api.recordWrite(written, undefined)
    await respondTo(1, pupils(null, 'Good.'))
    await expect.poll(() => cachedTexts()).toEqual([null, 'Good.'])
    stop()
  })

  it('keeps a stale query stale', async () => {
    await load()
    api.recordWrite({ ...written, input: { ...correcting, user_id: 9 } }, entry(9, 'Of nobody here'))
    expect(api.queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
    api.recordWrite(written, entry(2, 'Good.'))
    expect(cachedTexts()).toEqual([null, 'Good.'])
    expect(api.queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })

  it('invalidates data that was fetched after the write was sent', async () => {
    await load()
    const { dataUpdatedAt = 0 } = api.queryClient.getQueryState(list.queryKey) ?? {}
    api.recordWrite({ ...written, sentAt: dataUpdatedAt - 1 }, entry(2, 'Good.'))
    expect(cachedTexts()).toEqual([null, null])
    expect(api.queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })
})

describe('a response that was requested before a write', () => {
  it('is discarded and requested again for a mounted query', async () => {
    await load()
    const stop = new QueryObserver(api.queryClient, { ...list, staleTime: 0 }).subscribe(() => {})
    await expect.poll(() => requests).toHaveLength(2)
    api.recordWrite(written, entry(2, 'Good.'))
    expect(cachedTexts()).toEqual([null, 'Good.'])
    await respondTo(1, pupils(null, null))
    await respondTo(2, pupils('By somebody else', 'Good.'))
    await expect.poll(() => cachedTexts()).toEqual(['By somebody else', 'Good.'])
    expect(requests).toHaveLength(3)
    stop()
  })

  it('is discarded for an unmounted query, and the next fetch sends a request', async () => {
    await load()
    const again = api.queryClient.fetchQuery({ ...list, staleTime: 0 })
    await expect.poll(() => requests).toHaveLength(2)
    api.recordWrite(written, entry(2, 'Good.'))
    await respondTo(1, pupils(null, null))
    expect((await again).rows.map(texts)).toEqual([null, 'Good.'])
    expect(cachedTexts()).toEqual([null, 'Good.'])
    const next = api.queryClient.fetchQuery(list)
    await respondTo(2, pupils(null, 'Good.'))
    await next
    expect(cachedTexts()).toEqual([null, 'Good.'])
  })

  it('is discarded by fetchFresh, which fetches again', async () => {
    await load()
    const fresh = fetchFresh(api.queryClient, list)
    await expect.poll(() => requests).toHaveLength(2)
    api.recordWrite(written, entry(2, 'Good.'))
    await respondTo(2, pupils('By somebody else', 'Good.'))
    expect((await fresh).rows.map(texts)).toEqual(['By somebody else', 'Good.'])
  })

  it('is detected by fetchFresh even if the clock was set back', async () => {
    await load()
    const hour = 3_600_000
    vi.spyOn(Date, 'now').mockImplementation(
      (
        now => () =>
          now - hour
      )(Date.now()),
    )
    const fresh = fetchFresh(api.queryClient, list)
    await respondTo(1, pupils('By somebody else', null))
    expect((await fresh).rows.map(texts)).toEqual(['By somebody else', null])
  })

  it('appears if it is the first, and is requested again', async () => {
    const stop = new QueryObserver(api.queryClient, list).subscribe(() => {})
    await expect.poll(() => requests).toHaveLength(1)
    api.recordWrite(written, entry(2, 'Good.'))
    await respondTo(0, pupils(null, null))
    await respondTo(1, pupils(null, 'Good.'))
    await expect.poll(() => cachedTexts()).toEqual([null, 'Good.'])
    stop()
  })

  it('is marked as stale if it is the first of an unmounted query', async () => {
    const loading = api.queryClient.fetchQuery(one)
    await expect.poll(() => requests).toHaveLength(1)
    api.recordWrite(written, entry(2, 'Good.'))
    await respondTo(0, entry(2))
    await loading
    expect(api.queryClient.getQueryState(one.queryKey)?.isInvalidated).toBe(true)
  })

  it('is discarded for a query that the write only invalidates', async () => {
    const homeworks = query(homework.list, { course_id: 1 })
    const loading = api.queryClient.fetchQuery(homeworks)
    await respondTo(0, [])
    await loading
    void api.queryClient.fetchQuery({ ...homeworks, staleTime: 0 })
    await expect.poll(() => requests).toHaveLength(2)
    api.recordWrite({ endpoint: submissions.handIn, input: { todo_id: 5, body: {} } }, entry(2))
    await respondTo(1, [])
    expect(api.queryClient.getQueryState(homeworks.queryKey)).toMatchObject({
      isInvalidated: true,
      fetchStatus: 'idle',
    })
  })
})

it('patching 100 of 1,000 rows takes less than 400 ms of CPU time', async () => {
  const loading = api.queryClient.fetchQuery(list)
  await respondTo(0, pupils(...Array<null>(1000).fill(null)))
  await loading
  await expectCpuBelow(100 * 4, () => {
    for (let user = 501; user <= 600; user += 1) {
      api.recordWrite({ ...written, input: { ...correcting, user_id: user } }, entry(user, 'Good.'))
    }
  })
  expect(cachedTexts()?.filter(text => text !== null)).toHaveLength(100)
})
