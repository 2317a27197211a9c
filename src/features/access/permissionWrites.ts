import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { fetchFresh, keyOf, query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Rows } from '../../contract/endpoint.ts'
import { type Permission, permissions } from '../../contract/permissions.ts'
import { type Sent, sendAtOnce } from '../../outbox/queue/sendAtOnce.ts'
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

/** Returns the input of the list of grants on content. */
export const grantsInput = ({ field, id }: AccessOf) => ({ [field]: id })

/** Requests about the grants on content. Each updates the cached list at once. */
export type PermissionsClient = {
  /** Fetches the list, whatever is cached. */
  list(): Promise<readonly Permission[]>
  /**
   * Sends a request once. After a lost response the list is fetched. Resolves to a function that applies the request to
   * an earlier list.
   */
  send(request: AccessRequest): Promise<Sent<ApplyRequest>>
  /** Runs when no tab of this user is changing the access to this content. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

/** The current grants, or `shutOut` if the user may not read them any more. */
type GrantsSeen = readonly Permission[] | 'shutOut'

const grantOf = (rows: readonly Permission[], request: AccessRequest) =>
  request.kind === 'give'
    ? grantOfPerson(rows, request.userId)
    : rows.find(({ id }) => id === request.grantId)

/**
 * Returns whether a request was executed. After the user's own access was removed, the list can't be read any more,
 * which confirms the removal.
 */
export function isRequestApplied(request: AccessRequest, now: GrantsSeen): boolean | undefined {
  const isRemoval = request.kind === 'remove' || request.kind === 'delete'
  if (now === 'shutOut') return isRemoval || undefined
  const grant = grantOf(now, request)
  return isRemoval ? !grant : grant !== undefined && sameFlags(grant, request.flags)
}

/** Applies an executed request to an earlier list. `grant` is the granted permission, if it is known. */
type ApplyRequest = (rows: readonly Permission[]) => Permission[]
function applyRequest(request: AccessRequest, grant: Permission | undefined): ApplyRequest {
  if (request.kind === 'remove' || request.kind === 'delete')
    return rows => withoutGrant(rows, request.grantId)
  // A service may respond with another grant. Then the list, which is fetched again, shows the result.
  const isAskedFor = grant && grantOf([grant], request) !== undefined
  return rows => (isAskedFor ? withGrant(rows, grant) : [...rows])
}

/** Removes a grant from the cached lists of all classes. Other changes are patches of the contract. */
function withoutClassGrant(client: QueryClient, grantId: number): void {
  const [resource, path] = keyOf(permissions.ofClass, { course_id: 0 })
  client.setQueriesData<Rows<Permission>>(
    { queryKey: [resource, path], type: 'active' },
    held => held && { ...held, rows: withoutGrant(held.rows, grantId) },
  )
}

export function permissionsClient(client: QueryClient, of: AccessOf): PermissionsClient {
  const input = grantsInput(of)
  function sendOnce(request: AccessRequest) {
    async function fetchGrants(call: Call): Promise<GrantsSeen> {
      try {
        return (await call(permissions.list, input)).rows
      } catch (error) {
        if (error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind)) return 'shutOut'
        throw error
      }
    }
    const kind = {
      toResult: (grant?: Permission) => applyRequest(request, grant),
      async wasApplied(_: unknown, call: Call): Promise<ApplyRequest | false | undefined> {
        const now = await fetchGrants(call)
        const isApplied = isRequestApplied(request, now)
        return isApplied && applyRequest(request, now === 'shutOut' ? undefined : grantOf(now, request))
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
    const toResult = () => kind.toResult()
    return sendAtOnce(
      client,
      { ...kind, toResult, endpoint: permissions.remove },
      { input: { permission_id } },
    )
  }
  return {
    list: async () => (await fetchFresh(client, query(permissions.list, input))).rows,
    async send(request) {
      const sent = await sendOnce(request)
      if (sent.kind === 'done') {
        const key = keyOf(permissions.list, input)
        client.setQueryData(key, held => held && { ...held, rows: sent.result(held.rows) })
        if (request.kind === 'remove' || request.kind === 'delete') withoutClassGrant(client, request.grantId)
      }
      return sent
    },
    alone: act =>
      typeof navigator !== 'undefined' && navigator.locks
        ? navigator.locks.request(`staffroom.access.${of.field}.${of.id}`, act)
        : act(),
  }
}

/** `lost`: there was no response and the list could not be fetched, so the outcome is unknown. */
export type Failure = { kind: 'refused'; error: unknown } | { kind: 'lost' }

/** Result of a request. `ignored`: the same request is pending, or an earlier request was stopped. */
export type Outcome =
  | { kind: 'done' | 'nothing' | 'lastAdmin' | 'ignored' }
  | { kind: 'changed'; changes: readonly AccessChange[] }
  | { kind: 'failed'; failure: Failure }

/** The new admin: a person with a grant, or one without. */
export type Heir = { name: string } & ({ grantId: number } | { userId: number })

/**
 * Step of a hand-over: the heir becomes admin, this is verified, and then the previous admin's grant is removed or
 * reduced.
 */
export type HandOverStep = 'giving' | 'checking' | 'leaving'
export type HandedOver =
  | { kind: 'done' }
  | { kind: 'changed'; changes: readonly AccessChange[] }
  | { kind: 'failed'; at: HandOverStep; failure: Failure | { kind: 'notAdmin' } }

export type AccessState = {
  /** Pending requests, oldest first. */
  waiting: readonly AccessRequest[]
  /** Error of the last request about a row or a person, by `keyOfRequest`. */
  failures: ReadonlyMap<string, Failure>
  /** Requests that were not sent, because the list had changed. */
  stopped: { requests: readonly AccessRequest[]; changes: readonly AccessChange[] } | undefined
  handing: HandOverStep | undefined
}

/** Returns the key of the grant, or of a person without a grant. */
export const keyOfRequest = (request: AccessRequest): string =>
  request.kind === 'give' ? `person ${request.userId}` : `grant ${request.grantId}`

export type AccessWrites = ReturnType<typeof createAccessWrites>

/** Creates the writes about the access to content. They run one after another, and the list is fetched before each. */
export function createAccessWrites(client: PermissionsClient, personId: number) {
  const store = createStore(
    (): AccessState => ({ waiting: [], failures: new Map(), stopped: undefined, handing: undefined }),
  )
  const state = store.getState
  /** The list on the screen when each pending request was made. Later writes of this user are applied to it. */
  const seenBy = new Map<AccessRequest, readonly Permission[]>()
  let last: Promise<unknown> = Promise.resolve()

  const become = (next: Partial<AccessState>) => store.setState(next)
  /** Runs tasks one after another in this tab, and alone among all tabs. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const run = last.then(() => client.alone(act))
    last = run.catch(() => undefined)
    return run
  }

  async function send(request: AccessRequest): Promise<Failure | undefined> {
    const sent = await client.send(request)
    if (sent.kind === 'uncertain') return { kind: 'lost' }
    if (sent.kind !== 'done') return { kind: 'refused', error: sent.error }
    for (const [waiting, rows] of seenBy) seenBy.set(waiting, sent.result(rows))
    return undefined
  }

  async function attempt(request: AccessRequest): Promise<Outcome> {
    const seen = seenBy.get(request)
    // An earlier request was stopped, and this one was made for the same outdated list.
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

  /** Makes the heir admin, verifies it, and only then removes or reduces the previous admin's grant. */
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
    /** `seen`: the list on the screen when the request was made. */
    async ask(request: AccessRequest, seen: readonly Permission[]): Promise<Outcome> {
      const key = keyOfRequest(request)
      const { handing, waiting, failures } = state()
      // A double click, or Enter held down, is one request (rule 22).
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
    /** Clears `stopped`. */
    forget: () => become({ stopped: undefined }),
  }
}
