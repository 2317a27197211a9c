import { useEffect, useState } from 'react'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { keptFileOf } from './storedInput.ts'

/** The names of the files that are on their way, by the id of their write; filled in as they are read. */
export function useKeptNames(writes: readonly Write[]): ReadonlyMap<string, string> {
  const { drafts } = useOutbox()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let left = false
    for (const write of writes) {
      const kept = keptFileOf(write)
      if (kept === undefined || names.has(write.id)) continue
      void drafts.file(kept).then(file => {
        if (file && !left) setNames(known => new Map(known).set(write.id, file.name))
      })
    }
    return () => {
      left = true
    }
  }, [drafts, writes, names])
  return names
}
