import { base64Url } from '../lib/encoding.ts'

/**
 * The key a person's browsers seal drafts with: by HMAC from the host's own key, so that it is the same after a new
 * sign-in and after a restart, another for everybody else, and stored nowhere.
 */
export function createDraftKeys(
  hostKey: Uint8Array,
  serviceUrl: string,
): (userId: number) => Promise<string> {
  // When it is first needed: in the demo a page that is left at once would fail where nobody waits for it.
  let imported: Promise<CryptoKey> | undefined
  const importKey = () => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    return crypto.subtle.importKey('raw', Uint8Array.from(hostKey), algorithm, false, ['sign'])
  }
  return async userId => {
    // Number 7 of another service is somebody else.
    const about = new TextEncoder().encode(`staffroom drafts 1\n${new URL(serviceUrl).origin}\n${userId}`)
    imported ??= importKey()
    return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', await imported, about)))
  }
}
