import type { Store, TableName, Tables } from './Store.ts'

/** Moves a row that can't be read out of the way, as it is: damaged, another key's, or of an older app (cases 29). */
export function setAsideRow<N extends 'drafts' | 'forks' | 'entries'>(
  store: Store,
  from: N,
  row: Tables[N],
  now: number,
): Promise<void> {
  const tables: TableName[] = [from, 'setAside']
  return store.change(tables, async step => {
    const there = await step.get(from, row.id)
    if (there?.stamp !== row.stamp) return
    await step.put('setAside', { id: `${from} ${row.id} ${row.stamp}`, from, at: now, row })
    await step.remove(from, row.id)
  })
}
