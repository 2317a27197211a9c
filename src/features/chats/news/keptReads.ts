import * as z from 'zod/mini'

/**
 * How far a chat was read by this device's own account: the message, and how many of those the service calls unread
 * are read by it.
 */
export type Seen = { id: number; counted: number }

const Kept = z.array(
  z.object({
    chat: z.int().check(z.positive()),
    id: z.int().check(z.positive()),
    counted: z.int().check(z.nonnegative()),
  }),
)

/** Chats kept at most; those read longest ago go first. */
const most = 300

const keyOf = (userId: number) => `staffroom:${userId}:chats:read`

/** What was kept, oldest first. Blocked storage and what can't be read count as nothing. */
export function readKept(storage: Storage | undefined, userId: number): Map<number, Seen> {
  try {
    const kept = Kept.safeParse(JSON.parse(storage?.getItem(keyOf(userId)) ?? '[]'))
    return new Map((kept.data ?? []).map(({ chat, ...seen }) => [chat, seen]))
  } catch {
    return new Map()
  }
}

/** Keeps it, below the prefix that signing out wipes. Full storage keeps nothing new. */
export function keepReads(
  storage: Storage | undefined,
  userId: number,
  reads: ReadonlyMap<number, Seen>,
): void {
  try {
    const entries = [...reads].slice(-most).map(([chat, seen]) => ({ chat, ...seen }))
    if (entries.length === 0) storage?.removeItem(keyOf(userId))
    else storage?.setItem(keyOf(userId), JSON.stringify(entries))
  } catch {
    // Counted in this page only, then.
  }
}
