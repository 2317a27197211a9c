const usesBeforeName = 50
/** PostgreSQL stores each named statement in each connection. */
const maxNames = 100
const maxCounted = 1000

/**
 * Names frequent statements, so that PostgreSQL parses them once per connection. Not for poolers in transaction mode,
 * where a statement may be unknown.
 */
export function createStatementNames() {
  const names = new Map<string, string>()
  let uses = new Map<string, number>()
  return (text: string, values: readonly unknown[]): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= maxNames || !canBeNamed(text, values)) return name
    if (uses.size >= maxCounted) uses = new Map()
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    if (count < usesBeforeName) return undefined
    uses.delete(text)
    names.set(text, `frequent_${names.size + 1}`)
    return names.get(text)
  }
}

/**
 * A migration of the next release may add columns while this process runs. PostgreSQL then refuses a named statement
 * with `select *`. `begin` and `commit` have no values, and no plan.
 */
const canBeNamed = (text: string, values: readonly unknown[]) =>
  values.length > 0 && !/(?<!count\()\*/.test(text)
