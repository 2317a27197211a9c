import type { QueryClient } from '@tanstack/react-query'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { createUploads, type Uploads } from './createUploads.ts'

const known = new WeakMap<Outbox, Uploads>()

/** One for all places of the page that take files, for as long as the outbox is open. */
export function uploadsOf(outbox: Outbox, client: QueryClient): Uploads {
  const uploads = known.get(outbox) ?? createUploads(outbox, client)
  known.set(outbox, uploads)
  return uploads
}
