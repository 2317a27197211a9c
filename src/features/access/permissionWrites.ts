import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { fetchFresh, keyOf, query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { type Permission, permissions, targetUserId } from '../../contract/permissions.ts'
import { type Sent, sendAtOnce } from '../../outbox/queue/sendAtOnce.ts'
import type { Verdict } from '../../outbox/queue/Writes.ts'
import type { AccessOf } from '../../paths.ts'
import {
  type AccessChange,
  adminsOf,
  changesBetween,
  checkWish,
  type Flags,
  grantOfPerson,
  sameFlags,
  type Wish,
  withGrant,
  withoutGrant,
} from './grants.ts'

/** `lost`: no answer came and the list could not be read either, so nobody knows. */
export type Failure = { kind: 'refused'; error: unknown } | { kind: 'lost' }

/** What became of a wish. `ignored`: the same is under way. */
export type Outcome =
  | { kind: 'done' | 'nothing' | 'lastAdmin' | 'ignored' }
  | { kind: 'changed'; changes: readonly AccessChange[] }
  | { kind: 'failed'; failure: Failure }

/** To whom content is handed over: somebody with a grant, or a person without. */
export type Heir = { name: string } & ({ grantId: number } | { userId: number })

/** How far a hand-over is: the heir becomes admin, that is checked, then the giver's own grant goes or shrinks. */
export type HandOverStep = 'giving' | 'checking' | 'leaving'
export type HandedOver =
  | { kind: 'done' }
  | { kind: 'changed'; changes: readonly AccessChange[] }
  | { kind: 'failed'; at: HandOverStep; failure: Failure | { kind: 'notAdmin' } }

export type AccessState = {
  /** Asked for and not answered, oldest first. */
  waiting: readonly Wish[]
  /** Why the last wish about a row or a person was not done. */
  failures: ReadonlyMap<string, Failure>
  /** Not sent, because the list had changed. */
  stopped: { wishes: readonly Wish[]; changes: readonly AccessChange[] } | undefined
  handing: HandOverStep | undefined
}

/** The writes about the access to one piece of content: one after the other, each behind a list read just before. */
export type AccessWrites = {
  state(): AccessState
  subscribe(listener: () => void): () => void
  /** `seen` is the list that was on the screen when it was asked for. */
  ask(wish: Wish, seen: readonly Permission[]): Promise<Outcome>
  handOver(
    seen: readonly Permission[],
    own: Permission,
    heir: Heir,
    then: 'leave' | Flags,
  ): Promise<HandedOver>
  /** Forgets that the list had changed, or a failure. */
  forget(key?: string): void
}

/** What a wish is about: a grant, or somebody who has none yet. */
export const keyOfWish = (wish: Wish): string =>
  wish.kind === 'give' ? `person ${wish.userId}` : `grant ${wish.grantId}`

const blank: AccessState = { waiting: [], failures: new Map(), stopped: undefined, handing: undefined }

export function createAccessWrites(way: AccessWay, personId: number): AccessWrites {
  const store = createStore(() => blank)
  const state = store.getState
  /** The lists before whose eyes the waiting wishes were made; what was done since is put into them. */
  const seenBy = new Map<Wish, readonly Permission[]>()
  let last: Promise<unknown> = Promise.resolve()

  const become = (next: Partial<AccessState>) => store.setState(next)
  /** One after the other in this tab, and alone among all tabs. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const run = last.then(() => way.alone(act))
    last = run.catch(() => undefined)
    return run
  }
  const failuresWithout = (key: string) => new Map([...state().failures].filter(([known]) => known !== key))

  async function send(wish: Wish): Promise<Failure | undefined> {
    const sent = await way.send(wish)
    if (sent.kind === 'uncertain') return { kind: 'lost' }
    if (sent.kind !== 'done') return { kind: 'refused', error: sent.error }
    for (const [waiting, rows] of seenBy) seenBy.set(waiting, sent.made(rows))
    return undefined
  }

  async function attempt(wish: Wish): Promise<Outcome> {
    const seen = seenBy.get(wish)
    // An earlier one was stopped, and this one was asked for with the same old list.
    if (!seen) return { kind: 'ignored' }
    try {
      const now = await way.list()
      const verdict = checkWish(seen, now, wish, personId)
      if (verdict.kind !== 'go') return verdict
    } catch (error) {
      return { kind: 'failed', failure: { kind: 'refused', error } }
    }
    const failure = await send(wish)
    return failure ? { kind: 'failed', failure } : { kind: 'done' }
  }

  function settle(wish: Wish, outcome: Outcome): void {
    const key = keyOfWish(wish)
    const waiting = state().waiting.filter(other => other !== wish)
    seenBy.delete(wish)
    if (outcome.kind === 'changed') {
      become({ waiting: [], stopped: { wishes: [wish, ...waiting], changes: outcome.changes } })
      seenBy.clear()
    } else if (outcome.kind === 'failed') {
      become({ waiting, failures: new Map([...state().failures, [key, outcome.failure]]) })
    } else become({ waiting })
  }

  return {
    state,
    subscribe: store.subscribe,
    async ask(wish, seen) {
      const key = keyOfWish(wish)
      // A double click, or Enter held down, is one wish (cases 22).
      if (state().handing || state().waiting.some(other => keyOfWish(other) === key))
        return { kind: 'ignored' }
      seenBy.set(wish, seen)
      become({
        waiting: [...state().waiting, wish],
        failures: failuresWithout(key),
        stopped: undefined,
      })
      const outcome = await inTurn(() => attempt(wish))
      if (outcome.kind !== 'ignored') settle(wish, outcome)
      return outcome
    },
    async handOver(seen, own, heir, then) {
      if (state().handing) return { kind: 'failed', at: 'giving', failure: { kind: 'lost' } }
      const go = (handing: HandOverStep) => become({ handing })
      go('giving')
      const handed = await inTurn(() => handOver(way.list, send, go, seen, own, heir, then))
      become({ handing: undefined, ...(handed.kind === 'changed' && { stopped: { wishes: [], ...handed } }) })
      return handed
    },
    forget: key => become(key === undefined ? { stopped: undefined } : { failures: failuresWithout(key) }),
  }
}

/** Gives first, looks whether it is so, and only then lets go of one's own. */
async function handOver(
  list: AccessWay['list'],
  send: (wish: Wish) => Promise<Failure | undefined>,
  go: (step: HandOverStep) => void,
  seen: readonly Permission[],
  own: Permission,
  heir: Heir,
  then: 'leave' | Flags,
): Promise<HandedOver> {
  const flags: Flags = { is_write: true, is_admin: true }
  const find = (rows: readonly Permission[]) =>
    'grantId' in heir ? rows.find(({ id }) => id === heir.grantId) : grantOfPerson(rows, heir.userId)
  const isHeir = (rows: readonly Permission[]) => find(rows)?.is_admin === true
  const failed = (at: HandOverStep, failure: Failure | { kind: 'notAdmin' }) =>
    ({ kind: 'failed', at, failure }) as const
  try {
    const changes = changesBetween(seen, await list())
    if (changes.length > 0) return { kind: 'changed', changes }
  } catch (error) {
    return failed('giving', { kind: 'refused', error })
  }
  const { name: _, ...whom } = heir
  const give: Wish = 'grantId' in whom ? { kind: 'change', ...whom, flags } : { kind: 'give', ...whom, flags }
  const notGiven = await send(give)
  if (notGiven) return failed('giving', notGiven)

  go('checking')
  try {
    const rows = await list()
    if (!isHeir(rows) || adminsOf(rows).every(({ id }) => id === own.id)) {
      return failed('checking', { kind: 'notAdmin' })
    }
  } catch (error) {
    return failed('checking', { kind: 'refused', error })
  }

  go('leaving')
  const wish: Wish =
    then === 'leave' ? { kind: 'remove', grantId: own.id } : { kind: 'change', grantId: own.id, flags: then }
  const stays = await send(wish)
  return stays ? failed('leaving', stays) : { kind: 'done' }
}

/** The input of the list of grants on a piece of content. */
export const grantsInput = ({ field, id }: AccessOf) => ({ [field]: id })

/** What a wish that was done makes of a list from before it. */
type ListChange = (rows: readonly Permission[]) => Permission[]

/** The calls about the grants on one piece of content. The cached list follows each of them at once. */
export type AccessWay = {
  /** Read now, whatever is cached. */
  list(): Promise<readonly Permission[]>
  /** Sends a wish once; after a lost answer the list is read. */
  send(wish: Wish): Promise<Sent<ListChange>>
  /** Runs when nothing else of this person changes the access to this content, in whatever tab. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

/** The grants there are, as far as the reader may still ask for them. */
type GrantsSeen = readonly Permission[] | 'shutOut'

/** Was it done? What takes the reader's own access away can't be read any more afterwards: that it can't says so. */
export function reconcileWish(wish: Wish, now: GrantsSeen): Verdict {
  const isRemoval = wish.kind === 'remove' || wish.kind === 'delete'
  if (now === 'shutOut') return isRemoval ? 'done' : 'unknown'
  if (isRemoval) return now.every(({ id }) => id !== wish.grantId) ? 'done' : 'send'
  const grant =
    wish.kind === 'give' ? grantOfPerson(now, wish.userId) : now.find(({ id }) => id === wish.grantId)
  return grant && sameFlags(grant, wish.flags) ? 'done' : 'send'
}

export function createAccessWay(client: QueryClient, of: AccessOf): AccessWay {
  const input = grantsInput(of)
  const comparing = (wish: Wish) => ({
    async fetchRemote(_: unknown, call: Call): Promise<GrantsSeen> {
      try {
        return (await call(permissions.list, input)).rows
      } catch (error) {
        if (error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind)) return 'shutOut'
        throw error
      }
    },
    reconcile: ({ now }: { now: GrantsSeen }) => reconcileWish(wish, now),
  })
  function sendWish(wish: Wish): Promise<Sent<ListChange>> {
    if (wish.kind === 'give') {
      const { userId, flags } = wish
      const body = { resource_ids: { [of.field]: of.id }, target_ids: { user_id: userId }, ...flags }
      const kind = {
        ...comparing(wish),
        endpoint: permissions.create,
        made: ({ answer, now }: { answer: Permission | undefined; now: GrantsSeen | undefined }) => {
          const grant = answer ?? (now && now !== 'shutOut' ? grantOfPerson(now, userId) : undefined)
          // A service may answer with somebody else's: then the list, which is read again, tells.
          const isTheirs = grant && targetUserId(grant.target) === userId
          return (rows: readonly Permission[]) => (isTheirs ? withGrant(rows, grant) : [...rows])
        },
      }
      return sendAtOnce(client, kind, { input: { body } })
    }
    const { grantId: permission_id } = wish
    if (wish.kind === 'change') {
      const { is_write, is_admin } = wish.flags
      // What the service says it is now may be more than what was asked for.
      const made =
        ({ answer }: { answer: Permission | undefined }) =>
        (rows: readonly Permission[]) =>
          rows.map(row => (row.id === permission_id ? { ...row, is_write, is_admin, ...answer } : row))
      const kind = { ...comparing(wish), endpoint: permissions.change, made }
      return sendAtOnce(client, kind, { input: { permission_id, body: { is_write, is_admin } } })
    }
    const made = () => (rows: readonly Permission[]) => withoutGrant(rows, permission_id)
    const kind = { ...comparing(wish), endpoint: permissions.remove, made }
    return sendAtOnce(client, kind, { input: { permission_id } })
  }
  return {
    list: async () => (await fetchFresh(client, query(permissions.list, input))).rows,
    async send(wish) {
      const sent = await sendWish(wish)
      if (sent.kind === 'done') {
        const key = keyOf(permissions.list, input)
        client.setQueryData(key, held => held && { ...held, rows: sent.made(held.rows) })
      }
      return sent
    },
    alone: act =>
      typeof navigator !== 'undefined' && navigator.locks
        ? navigator.locks.request(`staffroom.access.${of.field}.${of.id}`, act)
        : act(),
  }
}
