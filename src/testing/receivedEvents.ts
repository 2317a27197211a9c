import { eventAffects, type LiveEvent } from '../contract/events.ts'
import type { Responses, UserRequest } from './getRequests.ts'
import { type Listener, listenTo } from './listenTo.ts'
import type { TestService } from './testService.ts'

export type Listeners = {
  /** Waits for the events of all previous writes. Returns them by login. */
  takeReceived: () => Promise<Map<string, LiveEvent[]>>
  close: () => Promise<void>
}

export async function listenAs(school: TestService, tokens: ReadonlyMap<string, string>): Promise<Listeners> {
  const listeners = new Map<string, { listener: Listener; chat: number; token: string }>()
  for (const [login, token] of tokens) {
    const newestGrant = await school.db
      .selectFrom('permissions')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select('resource_id')
      .where('resource_field', '=', 'chat_id')
      .where('users.login', '=', login)
      .orderBy('resource_id', 'desc')
      .executeTakeFirstOrThrow()
    listeners.set(login, {
      listener: await listenTo(school.send, token),
      chat: newestGrant.resource_id,
      token,
    })
  }
  /** Marks a chat as read for each user, because its event arrives last. */
  const takeReceived: Listeners['takeReceived'] = async () => {
    const all = new Map<string, LiveEvent[]>()
    for (const [login, { listener, chat, token }] of listeners) {
      const body = { message_id: 1 }
      const isLast = ({ kind, id }: LiveEvent) => kind === 'chat' && id === chat
      const countBefore = listener.received.length
      await school.send('POST', `/api/v2/chats/${chat}/read`, { token, body })
      while (!listener.received.slice(countBefore).some(isLast)) await listener.nextData()
      all.set(login, listener.received.splice(0).slice(0, -1))
    }
    return all
  }
  await takeReceived()
  return {
    takeReceived,
    async close() {
      for (const { listener } of listeners.values()) await listener.close()
    },
  }
}

/** If a request failed before and after, only the error differs. */
const isSuccessful = (responses: Responses, key: string) =>
  responses.get(key)?.statusAndBody.startsWith('200 ') ?? false

export function findMissingEvents(
  before: Responses,
  after: Responses,
  receivedEvents: Map<string, LiveEvent[]>,
): string[] {
  return [...before].flatMap(([key, request]) => {
    const hasEvent = receivedEvents.get(request.login)?.some(event => eventAffects(event, request))
    if (hasEvent || after.get(key)?.statusAndBody === request.statusAndBody) return []
    return isSuccessful(before, key) || isSuccessful(after, key) ? key : []
  })
}

/** Events for data that the receiver could not read. */
export function findLeakedEvents(
  { write, writer }: { write: string; writer: string },
  before: Responses,
  after: Responses,
  receivedEvents: Map<string, LiveEvent[]>,
): string[] {
  const mayRead = (login: string, event: LiveEvent) =>
    [...before].some(
      ([key, request]) =>
        request.login === login &&
        concernsExactly(event, request) &&
        (isSuccessful(before, key) || isSuccessful(after, key)),
    )
  return [...receivedEvents].flatMap(([login, events]) =>
    events
      // Users whose permissions changed receive the event even without access.
      .filter(
        ({ kind }) =>
          kind !== 'everything' && !(['submission', 'marking'].includes(kind) && /^permissions/.test(write)),
      )
      .filter(event => login !== writer && !mayRead(login, event))
      .map(event => `${login}: ${JSON.stringify(event)}`),
  )
}

/** Lists of own resources are open to every user. */
const concernsExactly = (event: LiveEvent, request: UserRequest): boolean =>
  eventAffects(event, request) &&
  (['token', 'calendar', 'scheduledMessage', 'setting'].includes(event.kind) ||
    Object.values(request.input).includes(event.id))
