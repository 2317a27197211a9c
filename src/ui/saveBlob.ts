import { safeFileName } from './sanitizeName.ts'

/**
 * Types that no browser runs. If a browser ignores `download` and opens the blob, other types would run in our origin.
 */
const inertTypes =
  /^(?:image\/(?:jpeg|png|gif|webp|avif|bmp|heic|heif)|audio\/|video\/|application\/(?:pdf|zip)|text\/(?:plain|csv|calendar))/

export function saveBlob(blob: Blob, name: string): void {
  const safe = inertTypes.test(blob.type) ? blob : new Blob([blob], { type: 'application/octet-stream' })
  const url = URL.createObjectURL(safe)
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(name)
  link.click()
  // The browser reads the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
