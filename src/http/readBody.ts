import { readWholeBody } from '../lib/readChunks.ts'
import { Problem } from './problem.ts'

export const tooLarge = () => new Problem(413, 'too_large', 'This is too large to send.')

/** Throws 413 above `limit` bytes. Content-Length may be missing or wrong. */
export async function readBytes(source: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(source.headers.get('Content-Length') ?? 0) > limit) throw tooLarge()
  const bytes = await readWholeBody(source.body, limit)
  if (!bytes) throw tooLarge()
  return bytes
}

/** Throws a TypeError unless the text is in UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes)
