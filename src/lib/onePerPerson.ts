/**
 * Returns a function that creates one value per owner and person. When another person signs in, the value is created
 * again, so that they find no data of the previous person (rule 12).
 */
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
