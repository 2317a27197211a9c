import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z as classic } from 'zod'
import { z } from 'zod/mini'
import { fc } from '../testing/fastCheck.ts'
import { sampleLesson, sampleSubmissionEntry } from '../testing/samples.ts'
import { listEndpoints } from './allEndpoints.ts'
import { bytes, noContent } from './endpoint.ts'
import { lessons } from './lessons.ts'
import { InvalidResponse, parseResponse, parseResponseStream } from './parseResponse.ts'
import { submissions } from './submissions.ts'

const lesson = (id: unknown, name: unknown = 'Maths') => ({ ...sampleLesson, id, name })

describe('parseResponse of rows', () => {
  it('drops and counts invalid entries, and returns the others', () => {
    const body = [lesson(1), lesson(undefined), lesson(2, 7), null, 'x', lesson(3)]
    const { rows, unreadable } = parseResponse(lessons.list.response, body)
    expect(rows.map(row => row.id)).toEqual([1, 3])
    expect(unreadable).toBe(4)
  })

  it('returns the first of several entries with one ID', () => {
    const { rows, unreadable } = parseResponse(lessons.list.response, [
      lesson(1, 'first'),
      lesson(1, 'second'),
    ])
    expect(rows.map(row => row.name)).toEqual(['first'])
    expect(unreadable).toBe(0)
  })

  it("uses the list's key if entries have no ID", () => {
    const entries = [sampleSubmissionEntry, sampleSubmissionEntry]
    expect(parseResponse(submissions.list.response, entries).rows).toHaveLength(1)
  })

  it.each([{}, null, 'rows', 7, { length: 3 }])('throws InvalidResponse for %j', body => {
    expect(() => parseResponse(lessons.list.response, body)).toThrow(InvalidResponse)
  })
})

describe('parseResponse of single objects, empty responses and bytes', () => {
  it('names the invalid field and expected type, not the value', () => {
    const body = { ...sampleLesson, name: { secret: 'xyz' } }
    expect(() => parseResponse(lessons.get.response, body)).toThrow(/^name: expected string$/)
    expect(() => parseResponse(lessons.get.response, 'text')).toThrow(/^the response: expected object$/)
  })
  it('keeps unknown fields', () => {
    expect(parseResponse(lessons.get.response, { ...sampleLesson, newest: [1] })).toMatchObject({
      newest: [1],
    })
  })
  it('ignores the body of an empty response', () => {
    for (const body of [undefined, '', { success: true }])
      expect(parseResponse(noContent, body)).toBeUndefined()
  })
  it('returns bytes as a Blob, and throws for text', () => {
    const blob = new Blob(['x'])
    expect(parseResponse(bytes, blob)).toBe(blob)
    expect(() => parseResponse(bytes, 'x')).toThrow(InvalidResponse)
  })
})

describe('parseResponse of any JSON', () => {
  const responses = listEndpoints().map(({ endpoint }) => endpoint.response)

  it('returns a value or throws InvalidResponse, for every endpoint', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        for (const response of responses) {
          for (const body of [value, [value]])
            expectValueOrInvalidResponse(() => parseResponse(response, body))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('returns or throws InvalidResponse if one field of a valid entry changes', () => {
    const good: Record<string, Record<string, unknown>> = { lesson: sampleLesson, ...sampleSubmissionEntry }
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(good)), fc.jsonValue(), fc.nat(), (entry, value, at) => {
        const fields = Object.keys(entry)
        const body = { ...entry, [fields[at % fields.length] ?? 'id']: value }
        for (const response of responses) expectValueOrInvalidResponse(() => parseResponse(response, [body]))
      }),
      { numRuns: 200 },
    )
  })

  it('ignores a __proto__ key', () => {
    const body = JSON.parse(JSON.stringify(sampleLesson).replace('{', '{"__proto__":{"polluted":true},'))
    const read = parseResponse(lessons.get.response, body)
    expect('polluted' in read).toBe(false)
    expect('polluted' in {}).toBe(false)
  })

  it('handles nesting deeper than the stack', () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    for (const response of responses) expectValueOrInvalidResponse(() => parseResponse(response, deep))
    expectValueOrInvalidResponse(() =>
      parseResponse(lessons.get.response, { ...sampleLesson, import_source: deep }),
    )
  })
})

describe('parseResponseStream', () => {
  async function* chunks(text: string) {
    for (let at = 0; at < text.length; at += 60_000) yield text.slice(at, at + 60_000)
  }

  it('returns the same as parseResponse', async () => {
    const body = [lesson(1), null, lesson(1), lesson(2)]
    const read = await parseResponseStream(lessons.list.response, chunks(JSON.stringify(body)))
    expect(read).toEqual(parseResponse(lessons.list.response, body))
    await expect(parseResponseStream(lessons.get.response, chunks('[]'))).rejects.toThrow(InvalidResponse)
    await expect(parseResponseStream(lessons.get.response, chunks('<html>'))).rejects.toThrow(SyntaxError)
  })

  it('parses a list in pieces like parseResponse', async () => {
    const body = Array.from({ length: 3000 }, (_, index) => lesson(index % 2900, `},{"id":${index}, "]\\`))
    body.splice(1000, 0, lesson(undefined))
    const text = JSON.stringify(body)
    expect(text.length).toBeGreaterThan(200_000)
    const { response } = lessons.list
    expect(await parseResponseStream(response, chunks(text))).toEqual(parseResponse(response, body))
    await expect(parseResponseStream(response, chunks(`${text}x`))).rejects.toThrow(SyntaxError)
    await expect(parseResponseStream(response, chunks(`{"rows":${text}}`))).rejects.toThrow(InvalidResponse)
  })

  describe('partial rows', () => {
    // 4,000 entries are three pieces.
    const body = Array.from({ length: 4000 }, (_, index) => lesson(4000 - index))
    body.splice(1, 0, lesson(undefined))
    const text = JSON.stringify(body)
    const readPartialRows = async (response: string) => {
      const partial: { count: number; isSorted: boolean; unreadable: number }[] = []
      const lists: unknown[][] = []
      const result = await parseResponseStream(lessons.list.response, chunks(response), list => {
        const ids = list.rows.map(row => (row as { id: number }).id)
        const isSorted = ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0) < id)
        partial.push({ count: ids.length, isSorted, unreadable: list.unreadable })
        lists.push(list.rows)
      })
      // No list grew later.
      expect(lists.map(rows => rows.length)).toEqual(partial.map(({ count }) => count))
      return { partial, result }
    }

    it('are the sorted rows of all earlier pieces, at most every 300 ms', async () => {
      let now = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
      const every = 400
      clock.mockImplementation(() => (now += every))
      const slow = await readPartialRows(text)
      now = 0
      clock.mockImplementation(() => now)
      const fast = await readPartialRows(text)
      clock.mockRestore()
      expect(slow.partial.length).toBeGreaterThan(1)
      expect(fast.partial).toEqual(slow.partial.slice(0, 1))
      for (const [index, { count, isSorted, unreadable }] of slow.partial.entries()) {
        expect(count).toBeGreaterThan(slow.partial[index - 1]?.count ?? 0)
        expect(count).toBeLessThan(4000)
        expect({ isSorted, unreadable }).toEqual({ isSorted: true, unreadable: 1 })
      }
      expect(slow.result).toEqual(parseResponse(lessons.list.response, body))
    })

    it('do not change later, also if the service sorts by ID', async () => {
      const { result } = await readPartialRows(JSON.stringify(body.toReversed()))
      expect(result.rows).toHaveLength(4000)
    })

    it('are not reported for a response of one piece', async () => {
      const { partial, result } = await readPartialRows(JSON.stringify(body.slice(0, 20)))
      expect([partial, result.rows.length]).toEqual([[], 19])
    })
  })

  it('yields to the event loop after every 8 ms of work', async () => {
    // Each call advances the clock by 1 ms, about 1 ms per entry.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++)
    let yields = 0
    let isDone = false
    const countYield = () => {
      yields += 1
      if (!isDone) setImmediate(countYield)
    }
    setImmediate(countYield)
    const body = Array.from({ length: 1000 }, (_, index) => lesson(index + 1))
    const { rows } = await parseResponseStream(lessons.list.response, chunks(JSON.stringify(body)))
    isDone = true
    clock.mockRestore()
    expect(rows).toHaveLength(1000)
    expect(yields).toBeGreaterThan(100)
  })

  it('yields to the real event loop', async () => {
    let turned = false
    setTimeout(() => {
      turned = true
    }, 0)
    const slow = {
      kind: 'rows' as const,
      schema: z.unknown().check(
        z.refine(() => {
          const until = performance.now() + 15
          while (performance.now() < until) Math.random()
          return true
        }),
      ),
    }
    await parseResponseStream(slow, chunks('[1, 2, 3, 4, 5, 6]'))
    expect(turned).toBe(true)
  })
})

describe('contract modules compile no code', () => {
  const compiled = vi.fn()
  beforeEach(() => {
    vi.resetModules()
    compiled.mockReset()
    // Restores zod's default configuration.
    z.config({ jitless: false })
    vi.stubGlobal('Function', function Compiler(...source: string[]) {
      compiled(source)
      return () => (payload: unknown) => payload
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    z.config({ jitless: true })
  })

  const files = readdirSync(import.meta.dirname).filter(file => /^[A-Za-z]+\.ts$/.test(file))
  it.each(files)('%s', async file => {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ join(import.meta.dirname, file))
    for (const schema of Object.values(exported)) if (schema instanceof z.ZodMiniType) schema.safeParse({})
    expect(compiled).not.toHaveBeenCalled()
  })
  it('the test detects code compiled by classic zod', () => {
    // Classic zod compiles code.
    classic.object({ a: classic.string() }).safeParse({})
    expect(compiled).toHaveBeenCalled()
  })
})

function expectValueOrInvalidResponse(act: () => unknown) {
  try {
    act()
  } catch (cause) {
    if (!(cause instanceof InvalidResponse)) throw cause
  }
}
