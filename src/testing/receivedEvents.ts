import { concerns, type LiveEvent } from '../contract/events.ts'
import type { Answers, Asking } from './allGets.ts'
import { type Listener, listenTo } from './listenTo.ts'
import type { TestService } from './testService.ts'

/** Clients of several users, with the events received since the last call of `heard`. */
export type Listeners = {
  /** Waits for the events of all previous writes, and returns them by login. */
  heard: () => Promise<Map<string, LiveEvent[]>>
  close: () => Promise<void>
}

export async function listenAs(school: TestService, tokens: ReadonlyMap<string, string>): Promise<Listeners> {
  const listeners = new Map<string, { listener: Listener; chat: number; token: string }>()
  for (const [login, token] of tokens) {
    const own = await school.db
      .selectFrom('permissions')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select('resource_id')
      .where('resource_field', '=', 'chat_id')
      .where('users.login', '=', login)
      .orderBy('resource_id', 'desc')
      .executeTakeFirstOrThrow()
    listeners.set(login, { listener: await listenTo(school.send, token), chat: own.resource_id, token })
  }
  /** Marks a chat as read for each user. When its event arrives, all previous events have arrived, too. */
  const heard: Listeners['heard'] = async () => {
    const all = new Map<string, LiveEvent[]>()
    for (const [login, { listener, chat, token }] of listeners) {
      const body = { message_id: 1 }
      const isLast = ({ kind, id }: LiveEvent) => kind === 'chat' && id === chat
      const before = listener.heard.length
      await school.send('POST', `/api/v2/chats/${chat}/read`, { token, body })
      while (!listener.heard.slice(before).some(isLast)) await listener.more()
      all.set(login, listener.heard.splice(0).slice(0, -1))
    }
    return all
  }
  await heard()
  return {
    heard,
    async close() {
      for (const { listener } of listeners.values()) await listener.close()
    },
  }
}

/** Whether a request succeeded. If it failed both before and after, only the error differs. */
const isRead = (answers: Answers, key: string) => answers.get(key)?.answer.startsWith('200 ') ?? false

/** Returns the requests whose response changed although their user, who may read it, received no event for it. */
export function untold(before: Answers, after: Answers, heard: Map<string, LiveEvent[]>): string[] {
  return [...before].flatMap(([key, asking]) => {
    const isTold = heard.get(asking.login)?.some(event => concerns(event, asking))
    if (isTold || after.get(key)?.answer === asking.answer) return []
    return isRead(before, key) || isRead(after, key) ? key : []
  })
}

/** Returns events that other users than the writer received for data that they could read neither before nor after. */
export function overheard(
  { write, by }: { write: string; by: string },
  before: Answers,
  after: Answers,
  heard: Map<string, LiveEvent[]>,
): string[] {
  const mayRead = (login: string, event: LiveEvent) =>
    [...before].some(
      ([key, asking]) =>
        asking.login === login && isAbout(event, asking) && (isRead(before, key) || isRead(after, key)),
    )
  return [...heard].flatMap(([login, events]) =>
    events
      // A user whose permissions changed receives the event even if they may not read the submissions.
      .filter(({ kind }) => kind !== 'everything' && !(kind === 'submission' && /^permissions/.test(write)))
      .filter(event => login !== by && !mayRead(login, event))
      .map(event => `${login}: ${JSON.stringify(event)}`),
  )
}

/** Whether a request is for exactly the changed resource. Lists of a user’s own resources are open to every user. */
const isAbout = (event: LiveEvent, asking: Asking): boolean =>
  concerns(event, asking) && (event.kind === 'token' || Object.values(asking.input).includes(event.id))
