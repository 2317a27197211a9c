import { z } from 'zod'
import type { Connection, PageResponse } from './connection.ts'
import type { SignedIn } from './fillSchool.ts'
import type { Recorder } from './recorder.ts'

/** Mean time between two actions of a user, in s: opening the timetable, opening another chat, sending a message. */
export const pauses = { timetable: 600, chat: 600, message: 3600 }
/** Mean interval of polls for the list of chats without events, in s, as `chatListQuery` in features/chats/useChats.ts. */
const pollSeconds = 30

const Message = z.object({ id: z.number(), text: z.string(), version: z.number() })
const Messages = z.array(Message)
const Chats = z.array(z.object({ id: z.number(), version: z.number() }))
const Session = z.object({ expires_in: z.number(), generation: z.number() })
const EventData = z.object({ kind: z.string(), id: z.number(), version: z.number() })

/**
 * Simulates one page until the process ends. It sends the requests of the app at the same times. `random` returns
 * pseudorandom numbers from 0 to below 1, the same in each run.
 */
export async function openPage(options: {
  person: SignedIn
  connection: Connection
  recorder: Recorder
  withEvents: boolean
  random: () => number
}): Promise<void> {
  const { person, connection, recorder, withEvents, random } = options
  const tags = new Map<string, string | undefined>()
  let chatId = pickChat()
  /** Time of each event of the open chat, by version. */
  let eventTimes = new Map<number, number>()
  /** Version of the newest message that was fetched in the open chat. */
  let newestRead = 0
  let newestId = 0

  function pickChat() {
    return person.chatIds[Math.floor(random() * person.chatIds.length)] ?? 0
  }
  const get = async (name: string, path: string): Promise<PageResponse> => {
    const response = await connection.send(name, 'GET', path, { tag: tags.get(path) })
    tags.set(path, response.tag)
    return response
  }
  const fetchChats = coalesce(async () => {
    const { status, text } = await get('chats', '/api/v2/chats')
    if (withEvents || status !== 200) return
    const open = Chats.parse(JSON.parse(text)).find(({ id }) => id === chatId)
    if (open && open.version > newestRead) await fetchMessages()
  })
  const fetchMessages = coalesce(async () => {
    const requestedChatId = chatId
    const { status, text } = await get('messages', `/api/v2/chats/${requestedChatId}/messages`)
    if (status !== 200 || requestedChatId !== chatId) return
    const last = Messages.parse(JSON.parse(text)).at(-1)
    if (!last) return
    const [, sentAt] = /^Sent at (\d+)$/.exec(last.text) ?? []
    if (sentAt !== undefined && newestRead > 0 && last.version > newestRead) {
      recorder.recordReadDelay(Date.now() - Number(sentAt))
      const eventAt = eventTimes.get(last.version)
      if (eventAt !== undefined) recorder.recordEventDelay(eventAt - Number(sentAt))
    }
    newestRead = last.version
    newestId = last.id
    eventTimes = new Map()
  })
  const openTimetable = () =>
    get('timetable', `/api/v2/courses/${person.courseId}/timetable/timeline?days_forward=7`)
  const openChat = async () => {
    chatId = pickChat()
    newestRead = 0
    tags.delete(`/api/v2/chats/${chatId}/messages`)
    await fetchMessages()
    if (newestRead > 0)
      await connection.send('read', 'POST', `/api/v2/chats/${chatId}/read`, {
        json: { message_id: newestId },
      })
  }
  const sendMessage = () =>
    connection.send('send', 'POST', `/api/v2/chats/${chatId}/messages`, {
      json: { text: `Sent at ${Date.now()}` },
    })
  const refresh = async (generation: number): Promise<void> => {
    await scheduleRefresh(
      await connection.send('refresh', 'POST', '/session/refresh', { json: { generation } }),
    )
  }
  /** Schedules the token refresh, or refreshes at once if the token expires soon. */
  const scheduleRefresh = async ({ status, text }: PageResponse): Promise<void> => {
    if (status !== 200) return
    const { expires_in, generation } = Session.parse(JSON.parse(text))
    if (expires_in < 120) return refresh(generation)
    setTimeout(refresh, (expires_in - 90) * 1000, generation)
  }

  // Requests of a page that opens. Other requests depend on the user's actions.
  await scheduleRefresh(await get('session', '/session'))
  await fetchChats()
  await fetchMessages()
  if (withEvents) {
    const handleEvent = (data: string) => {
      const { kind, id, version } = EventData.parse(JSON.parse(data))
      if (kind === 'message' && id === chatId) {
        eventTimes.set(version, Date.now())
        void fetchMessages()
      } else if (kind === 'chat' || kind === 'everything') void fetchChats()
    }
    connection.openEvents(handleEvent, isFirst => void (isFirst || fetchChats()))
  } else repeat(() => pollSeconds * (0.5 + random()), fetchChats)
  repeat(() => randomPause(pauses.timetable), openTimetable)
  repeat(() => randomPause(pauses.chat), openChat)
  repeat(() => randomPause(pauses.message), sendMessage)

  /** Returns a random pause with an exponential distribution, for independent actions. */
  function randomPause(mean: number) {
    return -Math.log(1 - random()) * mean
  }
}

/** Runs a function repeatedly. The pause, in s, begins after each run. */
function repeat(pause: () => number, run: () => Promise<unknown>): void {
  setTimeout(async () => {
    await run()
    repeat(pause, run)
  }, pause() * 1000)
}

/** Runs one call at a time. Calls during a run share one further run. */
function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isRequestedAgain = false
  const start = async () => {
    await run()
    if (!isRequestedAgain) return
    isRequestedAgain = false
    await start()
  }
  return () => {
    if (running) isRequestedAgain = true
    running ??= start().finally(() => {
      running = undefined
    })
    return running
  }
}
