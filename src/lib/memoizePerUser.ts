/**
 * One value per owner and user, so that no user finds data of the previous one (rule 12). React may discard a
 * first render, so its value is reused.
 */
export function createUserCache<Owner extends object, T>() {
  const cache = new WeakMap<Owner, { userId: number; value: T }>()
  return (owner: Owner, userId: number, create: () => T): T => {
    const cached = cache.get(owner)
    if (cached?.userId === userId) return cached.value
    const value = create()
    cache.set(owner, { userId, value })
    return value
  }
}

export function memoizePerUser<Owner extends object, T>(
  create: (owner: Owner) => T,
): (owner: Owner, userId: number) => T {
  const getValue = createUserCache<Owner, T>()
  return (owner, userId) => getValue(owner, userId, () => create(owner))
}
