import { base64Url } from '../../lib/encoding.ts'

export const outboxName = (userId: number): string => `staffroom.outbox.${userId}`

/** Under a new key what is there lies untouched until the old one is back. Throws without cryptography. */
export async function databaseName(userId: number, key: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from(key))
  return `${outboxName(userId)}.${base64Url(new Uint8Array(hash)).slice(0, 8)}`
}

/**
 * Under whatever key; `current` where the browser lists no databases. Never fails. Signing out needs no more than
 * this.
 */
export async function deleteOutbox(
  userId: number,
  open: () => IDBFactory | undefined,
  current?: string,
): Promise<void> {
  try {
    const factory = open()
    if (!factory) return
    // Asked for at once: the page may be gone in a moment.
    const deleted = [deleteDatabase(factory, current ?? outboxName(userId))]
    const listed = (await factory.databases?.()) ?? []
    for (const { name } of listed) {
      if (name?.startsWith(`${outboxName(userId)}.`)) deleted.push(deleteDatabase(factory, name))
    }
    await Promise.all(deleted)
  } catch {
    // Blocked.
  }
}

/** Resolves when it is gone, or waits for a tab that sleeps: then it goes as soon as that tab is gone. */
function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise(resolve => {
    const request = factory.deleteDatabase(name)
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve())
  })
}
