/**
 * Creates one value per owner and user, so that the next user finds no data of the previous one (rule 12).
 */
export function memoizePerUser<Owner extends object, T>(
  create: (owner: Owner) => T,
): (owner: Owner, userId: number) => T {
  const cache = new WeakMap<Owner, { userId: number; value: T }>()
  return (owner, userId) => {
    const cached = cache.get(owner)
    if (cached?.userId === userId) return cached.value
    const value = create(owner)
    cache.set(owner, { userId, value })
    return value
  }
}
