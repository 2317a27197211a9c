import { Problem } from '../http/problem.ts'
import { failures } from './problem.ts'
import type { OpenSession, SessionStore } from './sessions.ts'
import { type TokenEndpoint, tokenTimeoutMs } from './tokenEndpoint.ts'

/**
 * Returns undefined if the session has ended. Throws a problem. An outdated `knownGeneration` returns the tokens of
 * another tab.
 */
export type Refresh = (
  id: string,
  knownGeneration: number | undefined,
  address?: string,
) => Promise<OpenSession | undefined>

/** Longer than a refresh. An older lock belongs to a dead process. */
const lockDurationMs = tokenTimeoutMs + 10_000

/** In ms. */
const pollInterval = 50

export function createRefresh(options: {
  store: SessionStore
  requestTokens: TokenEndpoint['requestTokens']
  clock: () => number
}): Refresh {
  const { store, requestTokens, clock } = options
  const running = new Map<string, Promise<OpenSession | undefined>>()

  return async (id, knownGeneration, address) => {
    const idHash = await store.hashSessionId(id)
    const session = await store.findByHash(idHash)
    if (!session || (knownGeneration !== undefined && knownGeneration !== session.generation)) return session
    const pending = running.get(idHash)
    if (pending) return pending
    const started = refreshOnce(session, address).finally(() => running.delete(idHash))
    running.set(idHash, started)
    return started
  }

  async function refreshOnce(session: OpenSession, address: string | undefined) {
    const deadline = clock() + lockDurationMs
    while (!(await store.lock(session, clock() + lockDurationMs))) {
      // If the other process fails, it releases the lock, and this one tries.
      const latest = await store.findByHash(session.id_hash)
      if (latest?.generation !== session.generation) return latest
      if (clock() > deadline) throw failures.unreachable()
      await new Promise(resolve => setTimeout(resolve, pollInterval))
    }
    const { refresh } = session.tokens
    if (refresh === null) return endUnlessRefreshed(session)
    const tokens = await requestTokens(
      { grant_type: 'refresh_token', refresh_token: refresh },
      address,
    ).catch(async (error: unknown) => {
      if (error instanceof Problem && error.name === 'invalid_grant') return undefined
      await store.unlock(session)
      throw error
    })
    // Store first: a rotated refresh token must not be lost with a response (rule 11).
    if (tokens && (await store.replace(session, tokens))) return store.findByHash(session.id_hash)
    return endUnlessRefreshed(session)
  }

  /** Returns the tokens of another process, otherwise ends the session (rule 9). */
  async function endUnlessRefreshed(session: OpenSession): Promise<OpenSession | undefined> {
    const latest = await store.findByHash(session.id_hash)
    if (latest && latest.generation !== session.generation) return latest
    await store.remove(session.id_hash)
    return undefined
  }
}
