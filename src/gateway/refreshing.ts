import type { OpenSession, SessionStore } from './sessions.ts'
import { type AskForTokens, type TokenOutcome, tokenPatience } from './tokenEndpoint.ts'

export type RefreshOutcome =
  | { kind: 'current'; session: OpenSession }
  | { kind: 'ended' }
  | Exclude<TokenOutcome, { kind: 'given' } | { kind: 'refused' }>

/**
 * Refreshes once per token generation. `known` is the page's generation: if it is outdated, another tab has refreshed,
 * and its tokens are returned.
 */
export type Refresh = (id: string, known: number | undefined, address?: string) => Promise<RefreshOutcome>

/** Longer than a refresh can take. An older lock belongs to a process that has died. */
const lockFor = tokenPatience + 10_000

export function createRefresh(options: {
  store: SessionStore
  askForTokens: AskForTokens
  clock: () => number
  lookAgain?: number
}): Refresh {
  const { store, askForTokens, clock, lookAgain = 50 } = options
  const running = new Map<string, Promise<RefreshOutcome>>()

  return async (id, known, address) => {
    const idHash = await store.hashOf(id)
    const session = await store.findByHash(idHash)
    if (!session) return { kind: 'ended' }
    if (known !== undefined && known !== session.generation) return { kind: 'current', session }
    const joined = running.get(idHash)
    if (joined) return joined
    const mine = refreshOnce(session, address).finally(() => running.delete(idHash))
    running.set(idHash, mine)
    return mine
  }

  async function refreshOnce(session: OpenSession, address: string | undefined): Promise<RefreshOutcome> {
    const giveUp = clock() + lockFor
    while (!(await store.lock(session, clock() + lockFor))) {
      // Another process is refreshing. Use its tokens. If it fails, it releases the lock, and this process tries.
      const now = await store.findByHash(session.id_hash)
      if (!now) return { kind: 'ended' }
      if (now.generation !== session.generation) return { kind: 'current', session: now }
      if (clock() > giveUp) return { kind: 'unreachable' }
      await new Promise(resolve => setTimeout(resolve, lookAgain))
    }
    const { refresh } = session.tokens
    if (refresh === null) {
      await store.remove(session.id_hash)
      return { kind: 'ended' }
    }
    const outcome = await askForTokens({ grant_type: 'refresh_token', refresh_token: refresh }, address)
    if (outcome.kind === 'refused') return adoptOrEnd(session)
    if (outcome.kind !== 'given') {
      await store.unlock(session)
      return outcome
    }
    // Store the tokens before responding: a rotated refresh token must not be lost with a response (rule 11).
    const stored = await store.replace(session, outcome.tokens)
    const now = await store.findByHash(session.id_hash)
    return now && (stored || now.generation !== session.generation)
      ? { kind: 'current', session: now }
      : { kind: 'ended' }
  }

  /**
   * After `invalid_grant`: adopts the tokens if another process has refreshed, and ends the session otherwise (rule 9).
   */
  async function adoptOrEnd(session: OpenSession): Promise<RefreshOutcome> {
    const now = await store.findByHash(session.id_hash)
    if (now && now.generation !== session.generation) return { kind: 'current', session: now }
    await store.remove(session.id_hash)
    return { kind: 'ended' }
  }
}
