/**
 * The document a target's picture is, when its address is of the service behind this page's own origin: those are fetched
 * with the session. An address anywhere else is never loaded (service-facts.md § Embedded files).
 */
export function pictureDocument(image: string | null, origin: string): number | undefined {
  if (!image || !URL.canParse(image, origin)) return undefined
  const url = new URL(image, origin)
  if (url.origin !== origin) return undefined
  const id = /^\/api\/v2\/documents\/([1-9]\d{0,14})\/content$/.exec(url.pathname)?.[1]
  return id === undefined ? undefined : Number(id)
}
