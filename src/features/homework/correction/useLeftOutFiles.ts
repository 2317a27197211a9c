import { useEffect, useSyncExternalStore } from 'react'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { correctionLanes } from '../../../outbox/returned.ts'
import { useWrites } from '../../../outbox/useWrites.ts'
import { correctionFileWrite } from './correctionWrite.ts'
import { leaveOut, leftOutFiles, onLeftOut } from './leftOutFiles.ts'

/**
 * Where a service has no uploads, a correction goes without its files: they are taken off its lane, and said. Answers how
 * many were left out, by lane; anything in it means that this service takes none.
 */
export function useLeftOutFiles(todoId: number): ReadonlyMap<string, number> {
  const outbox = useOutbox()
  const writes = useWrites(correctionLanes(todoId))
  useEffect(() => {
    const refused = writes.filter(
      ({ kind, state, error }) =>
        kind === correctionFileWrite.name && state === 'failed' && error?.kind === 'unsupported',
    )
    for (const { id, lane } of refused) {
      void outbox.writes.cancel(id).then(gone => gone && leaveOut(outbox, lane))
    }
  }, [outbox, writes])
  return useSyncExternalStore(onLeftOut, () => leftOutFiles(outbox))
}
