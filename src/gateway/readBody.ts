import { readWholeBody } from '../lib/readChunks.ts'

export class TooLarge extends Error {
  constructor() {
    super('the body is longer than allowed')
    this.name = 'TooLarge'
  }
}

/** Throws `TooLarge` above `limit` bytes. */
export async function readBody(source: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(source.headers.get('Content-Length') ?? 0) > limit) throw new TooLarge()
  const bytes = await readWholeBody(source.body, limit)
  if (!bytes) throw new TooLarge()
  return bytes
}

export async function readJson(source: Request | Response, limit: number): Promise<unknown> {
  const bytes = await readBody(source, limit)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
