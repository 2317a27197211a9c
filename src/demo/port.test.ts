import { afterEach, describe, expect, it } from 'vitest'
import { createPortClient } from './portClient.ts'
import type { School } from './school.ts'
import { servePort } from './servePort.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function connect(school: Partial<School> | Error) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const completeSchool: School = {
    openReason: 'new',
    fetch: async () => ({ response: new Response('hello') }),
    reset: async () => {},
    peopleToday: async () => [],
    ...school,
  }
  servePort(port2, () => (school instanceof Error ? Promise.reject(school) : Promise.resolve(completeSchool)))
  let session: string | null = null
  const tab = {
    get: () => session,
    set: (id: string | null) => {
      session = id
    },
  }
  return { tab, client: createPortClient(port1, tab, () => ({ language: 'en' })) }
}
const request = (init?: RequestInit) => new Request('https://demo.example/session', init)

describe('the port between tab and school', () => {
  it('transfers a complete request and its response', async () => {
    const bytes = new Uint8Array([0, 1, 254, 255])
    const { client } = connect({
      fetch: async (request, session) => {
        const body = new Uint8Array(await request.arrayBuffer())
        const words = [request.method, request.url, request.headers.get('X-Staffroom'), session, String(body)]
        return { response: new Response(words.join(' '), { status: 201, headers: { 'X-Answer': 'yes' } }) }
      },
    })
    const response = await client.fetch(
      request({ method: 'POST', body: bytes, headers: { 'X-Staffroom': '1' } }),
    )
    expect(response.status).toBe(201)
    expect(response.headers.get('X-Answer')).toBe('yes')
    expect(await response.text()).toBe('POST https://demo.example/session 1  0,1,254,255')
  })

  it.each([204, 304])('transfers a %i response, which has no body', async status => {
    const { client } = connect({ fetch: async () => ({ response: new Response(null, { status }) }) })
    expect((await client.fetch(request())).status).toBe(status)
  })

  it('stores the tab’s session, and deletes it on request of the school', async () => {
    const sessionChanges = [{ id: 'first' }, undefined, { id: null }]
    const receivedSessions: (string | null)[] = []
    const { client, tab } = connect({
      fetch: async (_request, session) => {
        receivedSessions.push(session)
        const next = sessionChanges[receivedSessions.length - 1]
        return { response: new Response(''), ...(next && { session: next }) }
      },
    })
    for (const _ of sessionChanges) await client.fetch(request())
    expect(receivedSessions).toEqual([null, 'first', 'first'])
    expect(tab.get()).toBeNull()
  })

  it('returns a network error for a response that breaks off', async () => {
    const start = (controller: ReadableStreamDefaultController) => controller.error(new Error('broken off'))
    const { client } = connect({
      fetch: async () => ({ response: new Response(new ReadableStream({ start })) }),
    })
    expect((await client.fetch(request())).type).toBe('error')
  })

  it('responds in any order', async () => {
    const blocker = Promise.withResolvers<void>()
    const { client } = connect({
      fetch: async request => {
        if (request.url.endsWith('slow')) await blocker.promise
        return { response: new Response(request.url.split('/').at(-1)) }
      },
    })
    const first = client.fetch(new Request('https://demo.example/slow'))
    expect(await (await client.fetch(new Request('https://demo.example/quick'))).text()).toBe('quick')
    blocker.resolve()
    expect(await (await first).text()).toBe('slow')
  })

  it('aborts a request on both sides', async () => {
    const requestReceived = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const { client } = connect({
      fetch: request => {
        request.signal.addEventListener('abort', () => requestReceived.resolve())
        arrived.resolve()
        return new Promise(() => {})
      },
    })
    const abort = new AbortController()
    const response = client.fetch(request({ signal: abort.signal }))
    await arrived.promise
    abort.abort()
    await expect(response).rejects.toThrow('aborted')
    await requestReceived.promise
  })

  it('transfers a stream piece by piece, and cancels it with its reader', async () => {
    const cancelled = Promise.withResolvers<void>()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: streamController => {
        controller = streamController
      },
      cancel: () => cancelled.resolve(),
    })
    const headers = { 'Content-Type': 'text/event-stream' }
    const { client } = connect({ fetch: async () => ({ response: new Response(body, { headers }) }) })
    const response = await client.fetch(request())
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    const reader = response.body?.getReader()
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      controller?.enqueue(new TextEncoder().encode(text))
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(text)
    }
    await reader?.cancel()
    await cancelled.promise
  })

  it('closes a stream with the school, and fails if it breaks off', async () => {
    const headers = { 'Content-Type': 'text/event-stream' }
    const bodies = [
      new ReadableStream({ start: controller => controller.close() }),
      new ReadableStream({ pull: controller => controller.error(new Error('broken off')) }),
    ]
    const { client } = connect({
      fetch: async () => ({ response: new Response(bodies.shift(), { headers }) }),
    })
    expect(await (await client.fetch(request())).text()).toBe('')
    await expect((await client.fetch(request())).text()).rejects.toThrow('broke off')
  })

  it('aborts a stream on both sides', async () => {
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream({ cancel: () => cancelled.resolve() })
    const headers = { 'Content-Type': 'text/event-stream' }
    const { client } = connect({ fetch: async () => ({ response: new Response(body, { headers }) }) })
    const abort = new AbortController()
    const response = await client.fetch(request({ signal: abort.signal }))
    const text = response.text()
    abort.abort()
    await expect(text).rejects.toThrow('aborted')
    await cancelled.promise
  })

  it('rejects with a TypeError if the school throws', async () => {
    const { client } = connect({ fetch: () => Promise.reject(new Error('out of memory')) })
    await expect(client.fetch(request())).rejects.toThrow(TypeError)
    await expect(client.fetch(request())).rejects.toThrow('out of memory')
  })

  it('reports how the school was opened, or why it could not be opened', async () => {
    await expect(connect({ openReason: 'damaged' }).client.ready).resolves.toBe('damaged')
    const none = connect(new Error('no WebAssembly'))
    await expect(none.client.ready).rejects.toThrow('no WebAssembly')
  })

  it('resets the school, or rejects if that fails', async () => {
    let resets = 0
    const resettable = connect({
      reset: async () => {
        resets += 1
      },
    })
    await resettable.client.reset()
    expect(resets).toBe(1)
    const bad = connect({ reset: () => Promise.reject(new Error('full')) })
    await expect(bad.client.reset()).rejects.toThrow('full')
  })

  it('returns the present work of the people, or the reason of a failure', async () => {
    const people = [{ login: 'ruiz', classes: ['8b'], count: 3 }]
    await expect(connect({ peopleToday: async () => people }).client.peopleToday()).resolves.toEqual(people)
    const bad = connect({ peopleToday: () => Promise.reject(new Error('no table')) })
    await expect(bad.client.peopleToday()).rejects.toThrow('no table')
  })
})
