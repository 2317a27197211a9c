import * as z from 'zod/mini'

/** IDs of homework or keys of messages that a message reminds of. The draft of a new chat has one. */
export const RemindedIds = z.pipe(
  z.union([z.number(), z.array(z.number())]),
  z.transform(ids => (typeof ids === 'number' ? [ids] : ids)),
)

/** Returns the IDs of both, each once, or undefined if there are none. */
export function mergeRemindedIds(
  first: readonly number[] | undefined,
  second: readonly number[] | undefined,
): number[] | undefined {
  const ids = new Set([...(first ?? []), ...(second ?? [])])
  return ids.size > 0 ? [...ids] : undefined
}
