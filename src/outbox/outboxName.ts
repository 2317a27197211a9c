/** The person's own database in this browser: what one typed is never read as another, and goes in one piece. */
export const outboxName = (userId: number): string => `staffroom.outbox.${userId}`

/**
 * Deletes all a person has waiting here; the tabs that have it open let go of it. Never fails: where storage is blocked
 * there is nothing. Apart from the rest so that signing out needs none of it.
 */
export function deleteOutbox(userId: number, open: () => IDBFactory | undefined): Promise<void> {
  return new Promise(resolve => {
    try {
      const request = open()?.deleteDatabase(outboxName(userId))
      if (!request) return resolve()
      // A tab that sleeps holds it up: it goes as soon as that tab is gone.
      for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve())
    } catch {
      resolve()
    }
  })
}
