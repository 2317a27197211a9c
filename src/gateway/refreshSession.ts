import type { OpenSession, SessionStore } from './sessions.ts'
import { type RequestTokens, type TokenOutcome, tokenTimeoutMs } from './tokenEndpoint.ts'

export type RefreshOutcome =
  | { kind: 'current'; session: OpenSession }
  | { kind: 'ended' }
  | Exclude<TokenOutcome, { kind: 'given' } | { kind: 'refused' }>

/** An outdated `knownGeneration` returns the tokens of another tab. */
export type Refresh = (
  id: string,
  knownGeneration: number | undefined,
  address?: string,
) => Promise<RefreshOutcome>

/** Longer than a refresh. An older lock belongs to a dead process. */
const lockDurationMs = tokenTimeoutMs + 10_000

export function createRefresh(options: {
  store: SessionStore
  requestTokens: RequestTokens
  clock: () => number
  pollIntervalMs?: number
}): Refresh {
  const { store, requestTokens, clock, pollIntervalMs = 50 } = options
  const running = new Map<string, Promise<RefreshOutcome>>()

  return async (id, knownGeneration, address) => {
    const idHash = await store.hashSessionId(id)
    const session = await store.findByHash(idHash)
    if (!session) return { kind: 'ended' }
    if (knownGeneration !== undefined && knownGeneration !== session.generation)
      return { kind: 'current', session }
    const pending = running.get(idHash)
    if (pending) return pending
    const started = refreshOnce(session, address).finally(() => running.delete(idHash))
    running.set(idHash, started)
    return started
  }

  async function refreshOnce(session: OpenSession, address: string | undefined): Promise<RefreshOutcome> {
    const deadline = clock() + lockDurationMs
    while (!(await store.lock(session, clock() + lockDurationMs))) {
      // If the other process fails, it releases the lock, and this one tries.
      const latest = await store.findByHash(session.id_hash)
      if (!latest) return { kind: 'ended' }
      if (latest.generation !== session.generation) return { kind: 'current', session: latest }
      if (clock() > deadline) return { kind: 'unreachable' }
      await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
    }
    const { refresh } = session.tokens
    if (refresh === null) {
      await store.remove(session.id_hash)
      return { kind: 'ended' }
    }
    const outcome = await requestTokens({ grant_type: 'refresh_token', refresh_token: refresh }, address)
    if (outcome.kind === 'refused') return adoptOrEnd(session)
    if (outcome.kind !== 'given') {
      await store.unlock(session)
      return outcome
    }
    // Store first: a rotated refresh token must not be lost with a response (rule 11).
    const stored = await store.replace(session, outcome.tokens)
    const latest = await store.findByHash(session.id_hash)
    return latest && (stored || latest.generation !== session.generation)
      ? { kind: 'current', session: latest }
      : { kind: 'ended' }
  }

  /** Uses the tokens of another process, otherwise ends the session (rule 9). */
  async function adoptOrEnd(session: OpenSession): Promise<RefreshOutcome> {
    const latest = await store.findByHash(session.id_hash)
    if (latest && latest.generation !== session.generation) return { kind: 'current', session: latest }
    await store.remove(session.id_hash)
    return { kind: 'ended' }
  }
}
