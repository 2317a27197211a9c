/** Made once for an owner and a person. Whoever comes after them finds nothing of theirs (cases 12). */
export function onePerPerson<Owner extends object, T>(
  create: (owner: Owner) => T,
): (owner: Owner, personId: number) => T {
  const made = new WeakMap<Owner, { personId: number; its: T }>()
  return (owner, personId) => {
    const known = made.get(owner)
    if (known?.personId === personId) return known.its
    const its = create(owner)
    made.set(owner, { personId, its })
    return its
  }
}
