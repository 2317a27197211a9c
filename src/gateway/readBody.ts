/** Thrown when a body is longer than allowed. */
export class TooLarge extends Error {
  constructor() {
    super('the body is longer than allowed')
    this.name = 'TooLarge'
  }
}

/**
 * The whole body, at most `limit` bytes; throws `TooLarge` as soon as there are more, so that nothing of a body too
 * large is sent on. Works for a body that names no length as for one that lies about it.
 */
export async function readBody(source: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(source.headers.get('Content-Length') ?? 0) > limit) throw new TooLarge()
  if (!source.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = source.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength
    if (length > limit) {
      await reader.cancel().catch(() => undefined)
      throw new TooLarge()
    }
    chunks.push(read.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

/** Parsed JSON of at most `limit` bytes; `undefined` for what is none. */
export async function readJson(source: Request | Response, limit: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(source, limit))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
