import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { fetchFresh, keyOf, query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { type Permission, permissions } from '../../contract/permissions.ts'
import { type Sent, sendAtOnce } from '../../outbox/queue/sendAtOnce.ts'
import type { Verdict } from '../../outbox/queue/Writes.ts'
import type { AccessOf } from '../../paths.ts'
import {
  type AccessChange,
  type AccessRequest,
  adminsOf,
  changesBetween,
  checkRequest,
  type Flags,
  flagsOf,
  grantOfPerson,
  sameFlags,
  withGrant,
  withoutGrant,
} from './grants.ts'

/** The input of the list of grants on a piece of content. */
export const grantsInput = ({ field, id }: AccessOf) => ({ [field]: id })

/** The calls about the grants on one piece of content. The cached list follows each of them at once. */
export type PermissionsClient = {
  /** Read now, whatever is cached. */
  list(): Promise<readonly Permission[]>
  /** Sends a request once; after a lost answer the list is read. It tells what the request makes of a list from before it. */
  send(request: AccessRequest): Promise<Sent<(rows: readonly Permission[]) => Permission[]>>
  /** Runs when nothing else of this person changes the access to this content, in whatever tab. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

/** The grants there are, as far as the reader may still ask for them. */
type GrantsSeen = readonly Permission[] | 'shutOut'

const grantOf = (rows: readonly Permission[], request: AccessRequest) =>
  request.kind === 'give'
    ? grantOfPerson(rows, request.userId)
    : rows.find(({ id }) => id === request.grantId)

/** Was it done? What takes the reader's own access away can't be read any more afterwards: that it can't says so. */
export function reconcileRequest(request: AccessRequest, now: GrantsSeen): Verdict {
  const isRemoval = request.kind === 'remove' || request.kind === 'delete'
  if (now === 'shutOut') return isRemoval ? 'done' : 'unknown'
  const grant = grantOf(now, request)
  if (isRemoval) return grant ? 'send' : 'done'
  return grant && sameFlags(grant, request.flags) ? 'done' : 'send'
}

export function permissionsClient(client: QueryClient, of: AccessOf): PermissionsClient {
  const input = grantsInput(of)
  function sendOnce(request: AccessRequest) {
    const kind = {
      async fetchRemote(_: unknown, call: Call): Promise<GrantsSeen> {
        try {
          return (await call(permissions.list, input)).rows
        } catch (error) {
          if (error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind)) return 'shutOut'
          throw error
        }
      },
      reconcile: ({ now }: { now: GrantsSeen }) => reconcileRequest(request, now),
      made({ answer, now }: { answer: Permission | undefined; now: GrantsSeen | undefined }) {
        if (request.kind === 'remove' || request.kind === 'delete') {
          return (rows: readonly Permission[]) => withoutGrant(rows, request.grantId)
        }
        // A service may answer with somebody else's: then the list, which is read again, tells.
        const [grant] = answer ? [answer] : now && now !== 'shutOut' ? [grantOf(now, request)] : []
        const isAskedFor = grant && grantOf([grant], request) !== undefined
        return (rows: readonly Permission[]) => (isAskedFor ? withGrant(rows, grant) : [...rows])
      },
    }
    if (request.kind === 'give') {
      const target_ids = { user_id: request.userId }
      const body = { resource_ids: { [of.field]: of.id }, target_ids, ...request.flags }
      return sendAtOnce(client, { ...kind, endpoint: permissions.create }, { input: { body } })
    }
    const permission_id = request.grantId
    if (request.kind === 'change') {
      const asked = { input: { permission_id, body: request.flags } }
      return sendAtOnce(client, { ...kind, endpoint: permissions.change }, asked)
    }
    const made = () => kind.made({ answer: undefined, now: undefined })
    return sendAtOnce(client, { ...kind, made, endpoint: permissions.remove }, { input: { permission_id } })
  }
  return {
    list: async () => (await fetchFresh(client, query(permissions.list, input))).rows,
    async send(request) {
      const sent = await sendOnce(request)
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

/** `lost`: no answer came and the list could not be read either, so nobody knows. */
export type Failure = { kind: 'refused'; error: unknown } | { kind: 'lost' }

/** What became of a request. `ignored`: the same is under way. */
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
  waiting: readonly AccessRequest[]
  /** Why the last request about a row or a person was not done. */
  failures: ReadonlyMap<string, Failure>
  /** Not sent, because the list had changed. */
  stopped: { requests: readonly AccessRequest[]; changes: readonly AccessChange[] } | undefined
  handing: HandOverStep | undefined
}

/** What a request is about: a grant, or somebody who has none yet. */
export const keyOfRequest = (request: AccessRequest): string =>
  request.kind === 'give' ? `person ${request.userId}` : `grant ${request.grantId}`

export type AccessWrites = ReturnType<typeof createAccessWrites>

/** The writes about the access to one piece of content: one after the other, each behind a list read just before. */
export function createAccessWrites(client: PermissionsClient, personId: number) {
  const store = createStore(
    (): AccessState => ({ waiting: [], failures: new Map(), stopped: undefined, handing: undefined }),
  )
  const state = store.getState
  /** The lists before whose eyes the waiting requests were made; what was done since is put into them. */
  const seenBy = new Map<AccessRequest, readonly Permission[]>()
  let last: Promise<unknown> = Promise.resolve()

  const become = (next: Partial<AccessState>) => store.setState(next)
  /** One after the other in this tab, and alone among all tabs. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const run = last.then(() => client.alone(act))
    last = run.catch(() => undefined)
    return run
  }

  async function send(request: AccessRequest): Promise<Failure | undefined> {
    const sent = await client.send(request)
    if (sent.kind === 'uncertain') return { kind: 'lost' }
    if (sent.kind !== 'done') return { kind: 'refused', error: sent.error }
    for (const [waiting, rows] of seenBy) seenBy.set(waiting, sent.made(rows))
    return undefined
  }

  async function attempt(request: AccessRequest): Promise<Outcome> {
    const seen = seenBy.get(request)
    // An earlier one was stopped, and this one was asked for with the same old list.
    if (!seen) return { kind: 'ignored' }
    try {
      const verdict = checkRequest(seen, await client.list(), request, personId)
      if (verdict.kind !== 'go') return verdict
    } catch (error) {
      return { kind: 'failed', failure: { kind: 'refused', error } }
    }
    const failure = await send(request)
    return failure ? { kind: 'failed', failure } : { kind: 'done' }
  }

  function settle(request: AccessRequest, outcome: Outcome): void {
    const waiting = state().waiting.filter(other => other !== request)
    seenBy.delete(request)
    if (outcome.kind === 'changed') {
      become({ waiting: [], stopped: { requests: [request, ...waiting], changes: outcome.changes } })
      seenBy.clear()
    } else if (outcome.kind === 'failed') {
      become({ waiting, failures: new Map([...state().failures, [keyOfRequest(request), outcome.failure]]) })
    } else become({ waiting })
  }

  /** Gives first, looks whether it is so, and only then lets go of one's own. */
  async function handOver(
    seen: readonly Permission[],
    own: Permission,
    { name: _, ...whom }: Heir,
    then: 'leave' | Flags,
  ): Promise<HandedOver> {
    let at: HandOverStep = 'giving'
    const failed = (failure: Failure | { kind: 'notAdmin' }) => ({ kind: 'failed', at, failure }) as const
    const flags = flagsOf('admin')
    const give: AccessRequest =
      'grantId' in whom ? { kind: 'change', ...whom, flags } : { kind: 'give', ...whom, flags }
    try {
      const changes = changesBetween(seen, await client.list())
      if (changes.length > 0) return { kind: 'changed', changes }
      const notGiven = await send(give)
      if (notGiven) return failed(notGiven)
      at = 'checking'
      become({ handing: at })
      const rows = await client.list()
      if (!grantOf(rows, give)?.is_admin || adminsOf(rows).every(({ id }) => id === own.id)) {
        return failed({ kind: 'notAdmin' })
      }
      at = 'leaving'
      become({ handing: at })
      const stays = await send(
        then === 'leave'
          ? { kind: 'remove', grantId: own.id }
          : { kind: 'change', grantId: own.id, flags: then },
      )
      return stays ? failed(stays) : { kind: 'done' }
    } catch (error) {
      return failed({ kind: 'refused', error })
    }
  }

  return {
    state,
    subscribe: store.subscribe,
    /** `seen` is the list that was on the screen when it was asked for. */
    async ask(request: AccessRequest, seen: readonly Permission[]): Promise<Outcome> {
      const key = keyOfRequest(request)
      const { handing, waiting, failures } = state()
      // A double click, or Enter held down, is one request (cases 22).
      if (handing || waiting.some(other => keyOfRequest(other) === key)) return { kind: 'ignored' }
      seenBy.set(request, seen)
      become({
        waiting: [...waiting, request],
        failures: new Map([...failures].filter(([known]) => known !== key)),
        stopped: undefined,
      })
      const outcome = await inTurn(() => attempt(request))
      if (outcome.kind !== 'ignored') settle(request, outcome)
      return outcome
    },
    async handOver(...asked: Parameters<typeof handOver>): Promise<HandedOver> {
      if (state().handing) return { kind: 'failed', at: 'giving', failure: { kind: 'lost' } }
      become({ handing: 'giving' })
      const handed = await inTurn(() => handOver(...asked))
      become({
        handing: undefined,
        ...(handed.kind === 'changed' && { stopped: { requests: [], ...handed } }),
      })
      return handed
    },
    /** Forgets that the list had changed. */
    forget: () => become({ stopped: undefined }),
  }
}
