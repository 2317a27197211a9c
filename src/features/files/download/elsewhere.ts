import type { Document } from '../../../contract/documents.ts'

/**
 * Where a document lies that is not the service's own: its address and host. Such a one is a link and never loaded
 * (service-facts.md, Embedded files). `undefined` for ours, which the app asks for by id, whatever address it gives, and
 * for addresses that are none (cases 14).
 */
export function elsewhere({ id, url }: Pick<Document, 'id' | 'url'>): Elsewhere | undefined {
  const address = webAddress(url)
  if (!address || address.pathname === `/api/v2/documents/${id}/content`) return undefined
  return { href: address.href, host: address.host }
}

/**
 * The address a document itself gives for its download: the only way to it at a service that doesn't answer for documents
 * by id. A link for the person, never loaded by the app.
 */
export function ownAddress({
  download_url,
  url,
}: Pick<Document, 'download_url' | 'url'>): Elsewhere | undefined {
  const address = webAddress(download_url) ?? webAddress(url)
  return address && { href: address.href, host: address.host }
}

export type Elsewhere = { href: string; host: string }

function webAddress(url: string): URL | undefined {
  const address = URL.parse(url)
  return address && /^https?:$/.test(address.protocol) ? address : undefined
}
