import { describe, expect, it } from 'vitest'
import { fc } from '../../testing/fastCheck.ts'
import {
  deletionMs,
  type Entries,
  isSameEntries,
  limitEntries,
  maxEntryBytes,
  mergeEntries,
  parseEntries,
  removeEntry,
  serializeEntries,
  setEntry,
} from './entries.ts'

const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const value = fc.oneof(fc.constant(null), fc.string(), fc.record({ text: fc.string(), uses: fc.nat(3) }))
/** Few times, so that changes happen in the same millisecond. */
const entries: fc.Arbitrary<Entries> = fc
  .array(fc.tuple(id, fc.record({ at: fc.nat(3), value })), { maxLength: 6 })
  .map(list => Object.fromEntries(list))

describe('merging entries', () => {
  it('has the same result in any order and however often it is repeated', () => {
    fc.assert(
      fc.property(entries, entries, entries, (a, b, c) => {
        expect(mergeEntries(a, b)).toEqual(mergeEntries(b, a))
        expect(mergeEntries(mergeEntries(a, b), c)).toEqual(mergeEntries(a, mergeEntries(b, c)))
        expect(mergeEntries(a, a)).toEqual(a)
        expect(mergeEntries(mergeEntries(a, b), b)).toEqual(mergeEntries(a, b))
      }),
    )
  })

  it('loses no entry, and the later change to an entry wins', () => {
    fc.assert(
      fc.property(entries, entries, (a, b) => {
        const merged = mergeEntries(a, b)
        expect(Object.keys(merged).toSorted()).toEqual(
          [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted(),
        )
        for (const [id, { at }] of Object.entries(merged)) {
          const times = [a, b].flatMap(one => (Object.hasOwn(one, id) ? [one[id]?.at ?? -1] : []))
          expect(at).toBe(Math.max(...times))
        }
      }),
    )
  })

  it('makes all devices equal after random changes and exchanges', () => {
    const devices = 3
    const device = fc.nat(devices - 1)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), device, id, value, now: fc.nat(100) }),
      fc.record({ kind: fc.constant('send' as const), device }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const copies: Entries[] = Array.from({ length: devices }, () => ({}))
        let stored: Entries = {}
        const send = (device: number) => {
          stored = mergeEntries(stored, copies[device] ?? {})
          copies[device] = stored
        }
        for (const each of steps) {
          const copy = copies[each.device] ?? {}
          if (each.kind === 'send') send(each.device)
          else copies[each.device] = setEntry(copy, each.id, each.value, each.now)
        }
        for (const device of [...copies.keys(), ...copies.keys()]) send(device)
        for (const copy of copies) expect(isSameEntries(copy, stored)).toBe(true)
      }),
    )
  })
})

describe('a change', () => {
  it('wins over the change that the user saw, also if the clock was set back', () => {
    const before = setEntry({}, 'a', 'old', 500)
    const after = setEntry(before, 'a', 'new', 100)
    expect(mergeEntries(before, after).a).toEqual({ at: 501, value: 'new' })
    expect(mergeEntries(before, removeEntry(before, 'a', 100)).a).toEqual({ at: 501, value: null })
    expect(removeEntry(before, 'b', 100)).toBe(before)
  })
})

describe('the limits', () => {
  const now = 2 * deletionMs
  const byTime = { maxEntries: 3, rank: ({ at }: { at: number }) => at }
  const of = (...list: [string, number, unknown][]): Entries =>
    Object.fromEntries(list.map(([id, at, value]) => [id, { at, value }]))

  it('drop entries with the lowest rank, and no deletions', () => {
    const all = of(['a', now, 'x'], ['b', 1, 'x'], ['c', 2, null], ['d', now - 1, 'x'], ['e', now - 2, null])
    expect(limitEntries(all, { ...byTime, maxEntries: 5 }, deletionMs)).toBe(all)
    expect(Object.keys(limitEntries(all, { ...byTime, maxEntries: 2 }, now)).toSorted()).toEqual([
      'a',
      'd',
      'e',
    ])
  })

  it('drop deletions after six months', () => {
    const all = of(['a', now - deletionMs, null], ['b', now - deletionMs + 1, null])
    expect(Object.keys(limitEntries(all, byTime, now))).toEqual(['b'])
  })

  it('keep the text below the maximum of the service', () => {
    const long = 'ü'.repeat(maxEntryBytes / 8)
    const all = of(...Array.from({ length: 9 }, (_, at): [string, number, unknown] => [`${at}`, at, long]))
    const limited = limitEntries(all, { ...byTime, maxEntries: 9 }, now)
    expect(Object.keys(limited)).toEqual(['6', '7', '8'])
    expect(new TextEncoder().encode(serializeEntries(limited)).length).toBeLessThan(64 * 1024)
  })

  it('let all devices become equal', () => {
    fc.assert(
      fc.property(fc.array(entries, { minLength: 2, maxLength: 4 }), copies => {
        let stored: Entries = {}
        let requests = 0
        const exchange = (device: number) => {
          const copy = mergeEntries(stored, copies[device] ?? {})
          copies[device] = limitEntries(copy, { ...byTime, maxEntries: 2 }, 10)
          if (!isSameEntries(copies[device], stored)) requests += 1
          stored = copies[device]
        }
        for (let round = 0; round < 3; round += 1) for (const device of copies.keys()) exchange(device)
        requests = 0
        for (const device of copies.keys()) exchange(device)
        expect(requests).toBe(0)
      }),
    )
  })
})

describe('stored entries', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(entries, all => {
        expect(parseEntries(serializeEntries(all))).toEqual(all)
      }),
    )
    expect(parseEntries(null)).toEqual({})
  })

  it.each(['', 'de', '[]', '{"entries":{}}', '{"format":2,"entries":{}}', '{"format":1,"entries":[]}'])(
    'of another program or a newer release are not read: %j',
    text => expect(parseEntries(text)).toBeUndefined(),
  )

  it('omit invalid entries', () => {
    const entries = { a: { at: 1, value: 'x' }, b: { at: -1, value: 'x' }, c: null, d: { at: 'now' } }
    expect(parseEntries(JSON.stringify({ format: 1, entries }))).toEqual({ a: entries.a })
  })
})
