import { base64Url } from '../lib/encoding.ts'
import type { Kept } from './keptIn.ts'

/** One sign-in under way in this tab: what comes back must bring the same `state` (cases 1). */
export type StateRecord = {
  /** 256 random bits, base64url. */
  state: string
  /** Unix ms. */
  created: number
  /** Path of the app to go on to. */
  returnTo: string
}

const key = 'staffroom.sign-in'
/** As long as the code itself lives (api.md § Authentication 3), ms. */
const validFor = 10 * 60_000

/** Makes the record of a new sign-in, in the place of an older one, and answers its `state`. */
export function putStateRecord(
  kept: Kept,
  random: (bytes: number) => Uint8Array,
  now: number,
  returnTo: string,
): string {
  const state = base64Url(random(32))
  kept.set(key, JSON.stringify({ state, created: now, returnTo } satisfies StateRecord))
  return state
}

/** Takes the record out: whatever comes of it, nobody finds it a second time. */
export function takeStateRecord(kept: Kept): StateRecord | undefined {
  const text = kept.get(key)
  kept.remove(key)
  if (text === null) return undefined
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A clock set back in between makes a record from the future: as worthless as an old one. */
export const isExpired = (record: StateRecord, now: number) =>
  now - record.created > validFor || record.created - now > validFor

function asRecord(value: unknown): StateRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('state' in value && 'created' in value && 'returnTo' in value)) return undefined
  const { state, created, returnTo } = value
  if (typeof state !== 'string' || typeof created !== 'number' || typeof returnTo !== 'string')
    return undefined
  return { state, created, returnTo }
}
