import { fromBase64Url } from '../lib/encoding.ts'
import type { Session } from '../session/session.ts'

/** The bytes of the session's draft key; `undefined` where there is none, or none that can be read. */
export function draftKeyOf(session: Session): Uint8Array | undefined {
  const text = session.draftKey()
  try {
    return text === undefined ? undefined : fromBase64Url(text)
  } catch {
    return undefined
  }
}
