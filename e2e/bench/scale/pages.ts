import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createBook } from './book.ts'
import { createConnections } from './connection.ts'
import { openPage } from './page.ts'

/**
 * Simulates many pages in one process. The first message contains the users: the pages are opened one after the other
 * within `rampSeconds`, then `open` is sent. `begin` starts the measurement, `end` returns it, and `waiting` returns
 * the number of pending requests.
 */
const Told = z.object({
  people: z.array(z.object({ cookie: z.string(), courseId: z.number(), chatIds: z.array(z.number()) })),
  /** Index of the first user among all pages. */
  first: z.number(),
  ports: z.array(z.number()),
  socketsPerServer: z.number(),
  rampSeconds: z.number(),
  withEvents: z.boolean(),
})

const book = createBook()
process.on('message', async told => {
  if (told === 'begin') return book.begin()
  if (told === 'waiting') return void process.send?.({ waiting: book.waiting() })
  if (told === 'end') return void process.send?.(book.end())
  const { people, first, ports, socketsPerServer, rampSeconds, withEvents } = Told.parse(told)
  const connect = createConnections(ports, socketsPerServer)
  const began = performance.now()
  const opening = people.map(async (person, at) => {
    await pause((at / people.length) * rampSeconds * 1000)
    const number = first + at
    await openPage({
      person,
      connection: connect(number, person.cookie, book),
      book,
      withEvents,
      chance: chanceOf(number),
    })
  })
  await Promise.all(opening)
  process.send?.({ open: Math.round(performance.now() - began) })
})

/** Creates a seeded random number generator from 0 to below 1 (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
