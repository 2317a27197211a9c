import { toBase64Url } from '../../lib/encoding.ts'

export const deliveryName = (userId: number): string => `staffroom.delivery.${userId}`

/** Keyed, so that an old database remains until its key is used again. Throws without cryptography. */
export async function getDatabaseName(userId: number, key: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from(key))
  return `${deliveryName(userId)}.${toBase64Url(new Uint8Array(hash)).slice(0, 8)}`
}

/** Deletes the databases of all keys, or only `current` if the browser can't list them. Never throws. */
export async function deleteDelivery(
  userId: number,
  open: () => IDBFactory | undefined,
  current?: string,
): Promise<void> {
  try {
    const factory = open()
    if (!factory) return
    // Start the first deletion synchronously, because the page may close at any moment.
    const deleted = [deleteDatabase(factory, current ?? deliveryName(userId))]
    const listed = (await factory.databases?.()) ?? []
    for (const { name } of listed) {
      if (name?.startsWith(`${deliveryName(userId)}.`)) deleted.push(deleteDatabase(factory, name))
    }
    await Promise.all(deleted)
  } catch {
    // Storage is blocked.
  }
}

/** Also resolves when a frozen tab blocks the deletion, which then follows later. */
function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise(resolve => {
    const request = factory.deleteDatabase(name)
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve())
  })
}
