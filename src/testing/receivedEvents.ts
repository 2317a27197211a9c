import { concerns, type LiveEvent } from '../contract/events.ts'
import type { Answers, Asking } from './allGets.ts'
import { type Listener, listenTo } from './listenTo.ts'
import type { TestService } from './testService.ts'

/** Some people who listen, each with what they heard since they were last asked. */
export type Listeners = {
  /** What everybody heard of all that was written before. */
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
  /** Everybody reads nothing new in a chat of theirs: once they hear of that, they heard all that came before. */
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

/** Something was there to be read; of what nobody may read only the refusal changes. */
const isRead = (answers: Answers, key: string) => answers.get(key)?.answer.startsWith('200 ') ?? false

/** The askings whose answer changed and whose asker, who may read it, heard nothing that concerns them. */
export function untold(before: Answers, after: Answers, heard: Map<string, LiveEvent[]>): string[] {
  return [...before].flatMap(([key, asking]) => {
    const isTold = heard.get(asking.login)?.some(event => concerns(event, asking))
    if (isTold || after.get(key)?.answer === asking.answer) return []
    return isRead(before, key) || isRead(after, key) ? key : []
  })
}

/** What others than the writer heard of what they could read neither before nor afterwards. */
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
      // Whose own access changed hears of it, also where it is not enough to read what was handed in.
      .filter(({ kind }) => kind !== 'everything' && !(kind === 'submission' && /^permissions/.test(write)))
      .filter(event => login !== by && !mayRead(login, event))
      .map(event => `${login}: ${JSON.stringify(event)}`),
  )
}

/** Asks for the very thing: a list of all one's own is everybody's to ask. */
const isAbout = (event: LiveEvent, asking: Asking): boolean =>
  concerns(event, asking) && (event.kind === 'token' || Object.values(asking.input).includes(event.id))
