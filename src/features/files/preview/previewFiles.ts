import type { QueryClient } from '@tanstack/react-query'
import { bytesOf } from '../../../api/documentBytes.ts'
import type { Document } from '../../../contract/document.ts'
import { neverShown } from '../../../ui/viewer/neverShown.ts'
import type { ViewedFile } from '../../../ui/viewer/ViewedFile.ts'
import type { ViewMemory } from '../../../ui/viewer/ViewMemory.ts'

/** A file of a class that can be shown, and where its bytes are. */
export type PreviewFile = ViewedFile & { document: Document }

/** The files of one preview pane: the one that is looked at, and the next one before it is asked for. */
export type PreviewFiles = {
  /** Gives the request up where nobody waits for it any more. */
  load: (file: PreviewFile, signal: AbortSignal) => Promise<Blob>
  /** Makes this one ready behind everything else that is asked for; what was to be made ready before is given up. */
  ahead: (file: PreviewFile | undefined) => void
}

const megabyte = 1024 * 1024
/** Larger ones are fetched when they are looked at. */
const largestAhead = 2 * megabyte
/** Larger ones are loaded when somebody asks for it, bytes. */
export const asksFrom = 20 * megabyte
const minute = 60_000

/** `views` keeps what is ready to be shown. */
export function previewFiles(client: QueryClient, views: ViewMemory): PreviewFiles {
  let behind: PreviewFile | undefined
  const options = ({ document }: PreviewFile, priority?: 'background') => ({
    ...bytesOf(document, priority && { priority }),
    gcTime: minute,
  })
  const giveUp = (file: PreviewFile) =>
    client.cancelQueries({ queryKey: options(file).queryKey, exact: true })

  return {
    async load(file, signal) {
      if (behind?.id === file.id) {
        // What goes behind everything else could take a minute; now somebody waits for it.
        behind = undefined
        await giveUp(file)
      }
      const stop = () => void giveUp(file)
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await client.fetchQuery(options(file))
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    ahead(file) {
      if (behind && behind.id !== file?.id) void giveUp(behind)
      behind = undefined
      if (!file || file.size > largestAhead || neverShown(file) || views.content(file.id)) return
      behind = file
      void client
        .fetchQuery({ ...options(file, 'background'), retry: false })
        .then(blob => (behind === file ? views.prepare(file, blob) : undefined))
        // Nobody asked for it yet; whoever does is told why it can't be shown.
        .catch(() => undefined)
        .finally(() => {
          if (behind === file) behind = undefined
        })
    },
  }
}
