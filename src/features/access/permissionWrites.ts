import { createStore } from 'zustand/vanilla'
import type { Permission } from '../../contract/permissions.ts'
import { adminsOf, grantOfPerson } from './grants.ts'
import { type AccessChange, changesBetween, checkWish, type Wish } from './guard.ts'
import type { AccessWay } from './permissionsClient.ts'
import type { Flags } from './roles.ts'

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
