import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { documents } from '../../../contract/documents.ts'
import { neverShown } from '../../../ui/viewer/neverShown.ts'
import type { ViewedFile } from '../../../ui/viewer/ViewedFile.ts'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'

/** The files of one preview pane: the one that is looked at, and the next one before it is asked for. */
export type PreviewFiles = {
  /** Gives the request up where nobody waits for it any more. */
  load: (file: ViewedFile, signal: AbortSignal) => Promise<Blob>
  /** Makes this one ready behind everything else that is asked for; what was to be made ready before is given up. */
  ahead: (file: ViewedFile | undefined) => void
}

const megabyte = 1024 * 1024
/** Larger ones are fetched when they are looked at. */
const largestAhead = 2 * megabyte
/** Larger ones are loaded when somebody asks for it, bytes. */
export const asksFrom = 20 * megabyte
const minute = 60_000

/** `views` keeps what is ready to be shown. */
export function previewFiles(client: QueryClient, views: ViewMemory): PreviewFiles {
  let behind: number | undefined
  // The bytes behind an id never change (documents.content).
  const options = (id: number, priority?: 'background') => ({
    ...query(documents.content, { document_id: id }, priority && { priority }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: minute,
  })
  const giveUp = (id: number) => client.cancelQueries({ queryKey: options(id).queryKey, exact: true })

  return {
    async load({ id }, signal) {
      if (behind === id) {
        // What goes behind everything else could take a minute; now somebody waits for it.
        behind = undefined
        await giveUp(id)
      }
      const stop = () => void giveUp(id)
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await client.fetchQuery(options(id))
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    ahead(file) {
      if (behind !== undefined && behind !== file?.id) void giveUp(behind)
      behind = undefined
      if (!file || file.size > largestAhead || neverShown(file) || views.content(file.id)) return
      behind = file.id
      void client
        .fetchQuery({ ...options(file.id, 'background'), retry: false })
        .then(blob => (behind === file.id ? views.prepare(file, blob) : undefined))
        // Nobody asked for it yet; whoever does is told why it can't be shown.
        .catch(() => undefined)
        .finally(() => {
          if (behind === file.id) behind = undefined
        })
    },
  }
}
