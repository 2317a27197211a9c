import type { Endpoint } from '../contract/endpoint.ts'
import { humanSize } from './humanSize.ts'
import { Problem } from './problem.ts'
import { parsed } from './read.ts'

/** What may travel around the file: boundaries, the headers of the parts, the relation. */
const wrapping = 10_000

/**
 * The form of an upload as its schema reads it. `limit` is the largest file, bytes. Throws 415, 413, 400 and 422.
 * Counts as it reads, so that nothing larger is ever held.
 */
export async function readUpload(endpoint: Endpoint, request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Problem(415, 'unsupported_media_type', 'A file is sent as multipart/form-data.')
  }
  const bytes = await readBytes(request, limit + wrapping, limit)
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new Problem(400, 'malformed', 'The form is not readable.')
  }
  // A name given twice comes as a list, which no field of the schema is.
  const fields = [...new Set(form.keys())].map(name => {
    const values = form.getAll(name)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  for (const [, value] of fields) {
    if (value instanceof Blob && value.size > limit) throw tooLarge(limit)
  }
  return endpoint.body && parsed(endpoint.body, Object.fromEntries(fields))
}

async function readBytes(request: Request, most: number, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > most) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body) {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > most) throw tooLarge(limit)
      chunks.push(chunk)
    }
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

const tooLarge = (limit: number) =>
  new Problem(413, 'too_large', `This file is too large: at most ${humanSize(limit)} are possible.`)
