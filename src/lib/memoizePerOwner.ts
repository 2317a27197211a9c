/** Returns the value of an owner, and creates it on the first call. It is forgotten with its owner, e.g. a delivery. */
export function memoizePerOwner<Owner extends object, T extends object>(
  create: (owner: Owner) => T,
): (owner: Owner) => T {
  const values = new WeakMap<Owner, T>()
  return owner => {
    const value = values.get(owner) ?? create(owner)
    values.set(owner, value)
    return value
  }
}
