import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { fetchFresh, keyOf, query, write } from '../../api/cache/query.ts'
import type { Endpoint, Input, Rows } from '../../contract/endpoint.ts'
import { type Permission, permissions } from '../../contract/permissions.ts'
import type { ContentRef } from '../../paths.ts'
import {
  type AccessChange,
  type AccessRequest,
  adminsOf,
  checkRequest,
  diffGrants,
  type Flags,
  flagsOf,
  grantOf,
  type NewTarget,
  toTargetIds,
  withGrant,
  withoutGrant,
} from './grants.ts'

export const grantsInput = ({ field, id }: ContentRef) => ({ [field]: id })

export type PermissionsClient = {
  /** Even if it is cached. */
  list(): Promise<readonly Permission[]>
  /** Resolves to a function that applies the request to an earlier list. */
  send(request: AccessRequest): Promise<ApplyToRows>
}

const findGrant = (rows: readonly Permission[], request: AccessRequest) =>
  request.kind === 'grant' ? grantOf(rows, request) : rows.find(({ id }) => id === request.grantId)

/** Applies an executed request to an earlier list. */
type ApplyToRows = (rows: readonly Permission[]) => Permission[]
function applyRequest(request: AccessRequest, grant: Permission | undefined): ApplyToRows {
  if (request.kind === 'remove' || request.kind === 'delete')
    return rows => withoutGrant(rows, request.grantId)
  // If the service responds with another grant, the refetched list shows the result.
  const isRequestedGrant = grant && findGrant([grant], request) !== undefined
  return rows => (isRequestedGrant ? withGrant(rows, grant) : [...rows])
}

/** Other changes are patches of the contract. */
function removeFromClassLists(client: QueryClient, grantId: number): void {
  const [resource, path] = keyOf(permissions.ofClass, { course_id: 0 })
  client.setQueriesData<Rows<Permission>>(
    { queryKey: [resource, path], type: 'active' },
    cached => cached && { ...cached, rows: withoutGrant(cached.rows, grantId) },
  )
}

export function permissionsClient(client: QueryClient, resource: ContentRef): PermissionsClient {
  const input = grantsInput(resource)
  const execute = <E extends Endpoint & { method: 'POST' | 'PUT' | 'DELETE' }>(
    endpoint: E,
    input: Input<E>,
  ) => client.getMutationCache().build(client, write(endpoint)).execute(input)
  async function sendOnce(request: AccessRequest): Promise<Permission | undefined> {
    if (request.kind === 'grant') {
      const { flags, expires_at } = request
      const body = {
        resource_ids: { [resource.field]: resource.id },
        target_ids: toTargetIds(request),
        ...flags,
        ...(expires_at !== undefined && { expires_at }),
      }
      return execute(permissions.create, { body })
    }
    const permission_id = request.grantId
    if (request.kind === 'change') return execute(permissions.change, { permission_id, body: request.flags })
    await execute(permissions.remove, { permission_id })
    return undefined
  }
  return {
    list: async () => (await fetchFresh(client, query(permissions.list, input))).rows,
    async send(request) {
      const apply = applyRequest(request, await sendOnce(request))
      const key = keyOf(permissions.list, input)
      client.setQueryData(key, cached => cached && { ...cached, rows: apply(cached.rows) })
      if (request.kind === 'remove' || request.kind === 'delete')
        removeFromClassLists(client, request.grantId)
      return apply
    },
  }
}

/** The request was refused, or had no response. */
export type Failure = { kind: 'refused'; error: unknown }

/** `ignored`: a duplicate, or made for a list that caused a conflict. */
export type RequestOutcome =
  | { kind: 'done' | 'noEffect' | 'lastAdmin' | 'ignored' }
  | { kind: 'changed'; changes: readonly AccessChange[] }
  | { kind: 'failed'; failure: Failure }

export type NewAdmin = { name: string } & ({ grantId: number } | { userId: number })

/** The new admin gets the role, this is verified, and the previous admin's grant is removed or reduced. */
export type HandOverStep = 'giving' | 'checking' | 'leaving'
export type HandOverResult =
  | { kind: 'done' }
  | { kind: 'changed'; changes: readonly AccessChange[] }
  | { kind: 'failed'; step: HandOverStep; failure: Failure | { kind: 'notAdmin' } }

export type AccessState = {
  pending: readonly AccessRequest[]
  /** By `getRequestKey`. */
  failures: ReadonlyMap<string, Failure>
  /** Requests that were not sent, and the changes that stopped them. */
  conflict: { requests: readonly AccessRequest[]; changes: readonly AccessChange[] } | undefined
  handOverStep: HandOverStep | undefined
}

/** Key of the grant, or of a person or class without one. */
export function getRequestKey(request: AccessRequest): string {
  if (request.kind !== 'grant') return `grant ${request.grantId}`
  return getTargetKey(request)
}

export const getTargetKey = (target: NewTarget): string =>
  'userId' in target ? `person ${target.userId}` : `class ${target.courseId}`

const alreadyRunning: HandOverResult = {
  kind: 'failed',
  step: 'giving',
  failure: { kind: 'refused', error: undefined },
}

export type AccessWrites = ReturnType<typeof createAccessWrites>

/** One after another. The list is fetched before each. */
export function createAccessWrites(client: PermissionsClient, personId: number) {
  const store = createStore(
    (): AccessState => ({ pending: [], failures: new Map(), conflict: undefined, handOverStep: undefined }),
  )
  const state = store.getState
  /** Lists on screen when the requests were made. Later writes of this user are applied to them. */
  const baseByRequest = new Map<AccessRequest, readonly Permission[]>()
  let lastAction: Promise<unknown> = Promise.resolve()

  const setState = (next: Partial<AccessState>) => store.setState(next)
  const runInOrder = <T>(action: () => Promise<T>): Promise<T> => {
    const result = lastAction.then(action)
    lastAction = result.catch(() => undefined)
    return result
  }

  async function send(request: AccessRequest): Promise<void> {
    const apply = await client.send(request)
    for (const [pending, rows] of baseByRequest) baseByRequest.set(pending, apply(rows))
  }

  async function attempt(request: AccessRequest): Promise<RequestOutcome> {
    const base = baseByRequest.get(request)
    if (!base) return { kind: 'ignored' }
    try {
      const check = checkRequest(base, await client.list(), request, personId)
      if (check.kind !== 'ok') return check
      await send(request)
      return { kind: 'done' }
    } catch (error) {
      return { kind: 'failed', failure: { kind: 'refused', error } }
    }
  }

  function settle(request: AccessRequest, outcome: RequestOutcome): void {
    const pending = state().pending.filter(other => other !== request)
    baseByRequest.delete(request)
    if (outcome.kind === 'changed') {
      setState({ pending: [], conflict: { requests: [request, ...pending], changes: outcome.changes } })
      baseByRequest.clear()
    } else if (outcome.kind === 'failed') {
      setState({
        pending,
        failures: new Map([...state().failures, [getRequestKey(request), outcome.failure]]),
      })
    } else setState({ pending })
  }

  async function handOver(
    base: readonly Permission[],
    own: Permission,
    { name: _, ...grantOrUser }: NewAdmin,
    afterwards: 'leave' | Flags,
  ): Promise<HandOverResult> {
    let step: HandOverStep = 'giving'
    const failed = (failure: Failure | { kind: 'notAdmin' }) => ({ kind: 'failed', step, failure }) as const
    const flags = flagsOf('admin')
    const grantRequest: AccessRequest =
      'grantId' in grantOrUser
        ? { kind: 'change', ...grantOrUser, flags }
        : { kind: 'grant', ...grantOrUser, flags }
    try {
      const changes = diffGrants(base, await client.list())
      if (changes.length > 0) return { kind: 'changed', changes }
      await send(grantRequest)
      step = 'checking'
      setState({ handOverStep: step })
      const rows = await client.list()
      if (!findGrant(rows, grantRequest)?.is_admin || adminsOf(rows).every(({ id }) => id === own.id)) {
        return failed({ kind: 'notAdmin' })
      }
      step = 'leaving'
      setState({ handOverStep: step })
      await send(
        afterwards === 'leave'
          ? { kind: 'remove', grantId: own.id }
          : { kind: 'change', grantId: own.id, flags: afterwards },
      )
      return { kind: 'done' }
    } catch (error) {
      return failed({ kind: 'refused', error })
    }
  }

  return {
    state,
    subscribe: store.subscribe,
    /** `base`: the list that the user saw. */
    async request(request: AccessRequest, base: readonly Permission[]): Promise<RequestOutcome> {
      const key = getRequestKey(request)
      const { handOverStep, pending, failures } = state()
      // A double click, or Enter held down, is one request (rule 22).
      if (handOverStep || pending.some(other => getRequestKey(other) === key)) return { kind: 'ignored' }
      baseByRequest.set(request, base)
      setState({
        pending: [...pending, request],
        failures: new Map([...failures].filter(([failedKey]) => failedKey !== key)),
        conflict: undefined,
      })
      const outcome = await runInOrder(() => attempt(request))
      if (outcome.kind !== 'ignored') settle(request, outcome)
      return outcome
    },
    async handOver(...args: Parameters<typeof handOver>): Promise<HandOverResult> {
      if (state().handOverStep) return alreadyRunning
      setState({ handOverStep: 'giving' })
      const result = await runInOrder(() => handOver(...args))
      setState({
        handOverStep: undefined,
        ...(result.kind === 'changed' && { conflict: { requests: [], ...result } }),
      })
      return result
    },
    clearConflict: () => setState({ conflict: undefined }),
  }
}
