import { z } from 'zod'
import type { Book } from './book.ts'
import type { Answer, Connection } from './connection.ts'
import type { SignedIn } from './fillSchool.ts'

/** Mean time between two actions of a user, in s: opening the timetable, opening another chat, sending a message. */
export const pauses = { timetable: 600, chat: 600, message: 3600 }
/** Mean interval of polls for the list of chats without events, in s, as in features/chats/sync. */
const pollEvery = 30

const Message = z.object({ id: z.number(), text: z.string(), version: z.number() })
const Messages = z.array(Message)
const Chats = z.array(z.object({ id: z.number(), version: z.number() }))
const Session = z.object({ expires_in: z.number(), generation: z.number() })
const Told = z.object({ kind: z.string(), id: z.number(), version: z.number() })

/**
 * Simulates one page until the process ends. It sends the requests of the app at the same times. `chance` returns
 * random numbers from 0 to below 1, the same in each run.
 */
export async function openPage(options: {
  person: SignedIn
  connection: Connection
  book: Book
  withEvents: boolean
  chance: () => number
}): Promise<void> {
  const { person, connection, book, withEvents, chance } = options
  const tags = new Map<string, string | undefined>()
  let chatId = pick()
  /** Time of each event of the open chat, by version. */
  let toldAt = new Map<number, number>()
  /** Version of the newest message that was fetched in the open chat. */
  let newestRead = 0
  let newestId = 0

  function pick() {
    return person.chatIds[Math.floor(chance() * person.chatIds.length)] ?? 0
  }
  const get = async (what: string, path: string): Promise<Answer> => {
    const answer = await connection.ask(what, 'GET', path, { tag: tags.get(path) })
    tags.set(path, answer.tag)
    return answer
  }
  const list = coalesced(async () => {
    const { status, text } = await get('chats', '/api/v2/chats')
    if (withEvents || status !== 200) return
    const open = Chats.parse(JSON.parse(text)).find(({ id }) => id === chatId)
    if (open && open.version > newestRead) await messages()
  })
  const messages = coalesced(async () => {
    const asked = chatId
    const { status, text } = await get('messages', `/api/v2/chats/${asked}/messages`)
    if (status !== 200 || asked !== chatId) return
    const last = Messages.parse(JSON.parse(text)).at(-1)
    if (!last) return
    const [, sent] = /^Sent at (\d+)$/.exec(last.text) ?? []
    if (sent !== undefined && newestRead > 0 && last.version > newestRead) {
      book.read(Date.now() - Number(sent))
      const told = toldAt.get(last.version)
      if (told !== undefined) book.told(told - Number(sent))
    }
    newestRead = last.version
    newestId = last.id
    toldAt = new Map()
  })
  const timetable = () =>
    get('timetable', `/api/v2/courses/${person.courseId}/timetable/timeline?days_forward=7`)
  const openChat = async () => {
    chatId = pick()
    newestRead = 0
    tags.delete(`/api/v2/chats/${chatId}/messages`)
    await messages()
    if (newestRead > 0)
      await connection.ask('read', 'POST', `/api/v2/chats/${chatId}/read`, { json: { message_id: newestId } })
  }
  const send = () =>
    connection.ask('send', 'POST', `/api/v2/chats/${chatId}/messages`, {
      json: { text: `Sent at ${Date.now()}` },
    })
  const refresh = async (generation: number): Promise<void> => {
    await keepFresh(await connection.ask('refresh', 'POST', '/session/refresh', { json: { generation } }))
  }
  /** Schedules the token refresh, or refreshes at once if the token expires soon. */
  const keepFresh = async ({ status, text }: Answer): Promise<void> => {
    if (status !== 200) return
    const { expires_in, generation } = Session.parse(JSON.parse(text))
    if (expires_in < 120) return refresh(generation)
    setTimeout(refresh, (expires_in - 90) * 1000, generation)
  }

  // Requests of a page that opens. Other requests depend on the user's actions.
  await keepFresh(await get('session', '/session'))
  await list()
  await messages()
  if (withEvents) {
    const hear = (data: string) => {
      book.event()
      const { kind, id, version } = Told.parse(JSON.parse(data))
      if (kind === 'message' && id === chatId) {
        toldAt.set(version, Date.now())
        void messages()
      } else if (kind === 'chat' || kind === 'everything') void list()
    }
    connection.hold(hear, isFirst => void (isFirst || list()))
  } else every(() => pollEvery * (0.5 + chance()), list)
  every(() => pauseOf(pauses.timetable), timetable)
  every(() => pauseOf(pauses.chat), openChat)
  every(() => pauseOf(pauses.message), send)

  /** Returns a random pause with an exponential distribution, for independent actions. */
  function pauseOf(mean: number) {
    return -Math.log(1 - chance()) * mean
  }
}

/** Runs something repeatedly. The pause, in s, begins after each run. */
function every(pause: () => number, run: () => Promise<unknown>): void {
  setTimeout(async () => {
    await run()
    every(pause, run)
  }, pause() * 1000)
}

/** Runs one call at a time. Calls during a run share one further run. */
function coalesced(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAgain = false
  const start = async () => {
    await run()
    if (!isAgain) return
    isAgain = false
    await start()
  }
  return () => {
    if (running) isAgain = true
    running ??= start().finally(() => {
      running = undefined
    })
    return running
  }
}
