import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createRandom } from '../../../src/lib/createRandom.ts'
import { createConnections } from './connection.ts'
import { openPage } from './page.ts'
import { createRecorder } from './recorder.ts'

/**
 * Simulates many pages in one process. The first message contains the users: the pages are opened one after the other
 * within `rampSeconds`, then `open` is sent. `begin` starts the measurement, `end` returns it, and `pending` returns
 * the number of pending requests.
 */
const StartMessage = z.object({
  people: z.array(z.object({ cookie: z.string(), courseId: z.number(), chatIds: z.array(z.number()) })),
  /** Index of the first user among all pages. */
  first: z.number(),
  ports: z.array(z.number()),
  socketsPerServer: z.number(),
  rampSeconds: z.number(),
  withEvents: z.boolean(),
})

const recorder = createRecorder()
process.on('message', async message => {
  if (message === 'begin') return recorder.begin()
  if (message === 'pending') return void process.send?.({ pending: recorder.getPending() })
  if (message === 'end') return void process.send?.(recorder.end())
  const { people, first, ports, socketsPerServer, rampSeconds, withEvents } = StartMessage.parse(message)
  const connect = createConnections(ports, socketsPerServer)
  const startedAt = performance.now()
  const opening = people.map(async (person, index) => {
    await pause((index / people.length) * rampSeconds * 1000)
    const number = first + index
    await openPage({
      person,
      connection: connect(number, person.cookie, recorder),
      recorder,
      withEvents,
      random: createRandom(number),
    })
  })
  await Promise.all(opening)
  process.send?.({ open: Math.round(performance.now() - startedAt) })
})
