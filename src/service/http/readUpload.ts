import { type MultipartError, make, type PartInfo } from 'multipasta'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Problem } from '../../http/problem.ts'
import { isUtf8 } from '../../lib/charset.ts'
import { formatSize } from '../../lib/formatSize.ts'
import { readChunks } from '../../lib/readChunks.ts'
import type { ReceivedFile } from '../db/receiveFile.ts'
import { validate } from './parse.ts'

/** In bytes. */
const maxFormOverhead = 10_000

/** Twice the maximum of the contract. */
const maxParts = 10

const fileField = 'file'

/** `body` has only the name of the file. */
export type ReadUpload = { body: unknown; file: ReceivedFile | undefined }

/**
 * `limit` is in bytes. Throws 415, 413, 400 and 422, and deletes the received bytes. `formData()` would buffer the file,
 * and block the event loop for minutes on a form of many empty parts.
 */
export async function readUpload(
  endpoint: Endpoint,
  request: Request,
  { limit, receive }: { limit: number; receive: (name: string) => ReceivedFile },
): Promise<ReadUpload> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Problem(415, 'unsupported_media_type', 'A file is sent as multipart/form-data.')
  }
  if (Number(request.headers.get('content-length')) > limit + maxFormOverhead) throw tooLarge(limit)
  const values = new Map<string, unknown>()
  const addValue = (name: string, value: unknown) =>
    values.set(name, values.has(name) ? [values.get(name), value].flat() : value)
  let file: ReceivedFile | undefined
  let fileBytes: Uint8Array[] = []
  let isComplete = false
  try {
    const parser = make({
      headers: { 'content-type': type },
      maxParts,
      maxTotalSize: limit + maxFormOverhead,
      maxFieldSize: maxFormOverhead,
      isFile: part => readNames(part).fileName !== undefined,
      onField: (part, bytes) => addValue(readNames(part).name, decodeText(bytes)),
      onFile(part) {
        const { name, fileName = '' } = readNames(part)
        addValue(name, new File([], fileName))
        if (name !== fileField || file) return () => undefined
        file = receive(fileName)
        let size = 0
        return bytes => {
          if (!bytes) return
          size += bytes.byteLength
          if (size > limit) throw tooLarge(limit)
          fileBytes.push(bytes)
        }
      },
      onError(error) {
        throw toProblem(error, limit)
      },
      onDone() {
        isComplete = true
      },
    })
    for await (const chunk of withoutSplitEnd(request.body)) {
      if (isComplete) continue
      parser.write(chunk)
      for (const bytes of fileBytes) await file?.write(bytes)
      fileBytes = []
    }
    if (!isComplete) parser.end()
    if (!isComplete) throw malformedForm()
    return { body: endpoint.body && validate(endpoint.body, Object.fromEntries(values)), file }
  } catch (error) {
    await file?.discard()
    // Invalid encodings. Other errors, e.g. an aborted request, do not concern the form.
    throw error instanceof TypeError || error instanceof URIError ? malformedForm() : error
  }
}

/** The parser does not recognize the end of a form (`--`) if a chunk has only its first dash. */
async function* withoutSplitEnd(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let dashes = ''
  for await (const chunk of body ? readChunks(body) : []) {
    const bytes = dashes === '' ? chunk : new Uint8Array(await new Blob([dashes, chunk]).arrayBuffer())
    const end = String.fromCharCode(...bytes.subarray(-2))
    dashes = end === '--' ? end : end.endsWith('-') ? '-' : ''
    yield bytes.subarray(0, bytes.byteLength - dashes.length)
  }
  yield new TextEncoder().encode(dashes)
}

const malformedForm = () => new Problem(400, 'malformed', 'The form is not readable.')

const tooLarge = (limit: number) =>
  new Problem(413, 'too_large', `This file is too large: at most ${formatSize(limit)} are possible.`)

function toProblem(error: MultipartError, limit: number): Problem {
  if (error._tag !== 'ReachedLimit') return malformedForm()
  if (error.limit === 'MaxParts')
    return new Problem(413, 'too_many_parts', `A form has at most ${maxParts} parts.`)
  if (error.limit === 'MaxTotalSize') return tooLarge(limit)
  return new Problem(413, 'too_large', 'Only files are large: a part of the form without a file is.')
}

/**
 * Follows browsers (RFC 7578, HTML § multipart/form-data): `%22`, `%0D` and `%0A` are encoded, and a backslash is
 * literal. Throws 400. Not those of `part`, because the parser accepts only Latin letters.
 */
function readNames({ headers }: PartInfo): { name: string; fileName: string | undefined } {
  const [, name, quoted, encoded] =
    /^form-data\s*;\s*name="([^"]*)"(?:\s*;\s*filename="([^"]*)")?(?:\s*;\s*filename\*=utf-8''([^\s;"]*))?\s*;?$/i.exec(
      String(headers['content-disposition']).trim(),
    ) ?? []
  if (name === undefined) throw malformedForm()
  // RFC 5987, for non-ASCII names of some programs.
  const fileName = encoded === undefined ? quoted && decodeQuoted(quoted) : decodeURIComponent(encoded)
  if (fileName === undefined && !isUtf8(String(headers['content-type']))) throw malformedForm()
  return { name: decodeQuoted(name), fileName }
}

const decodeText = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

const decodeQuoted = (text: string) =>
  text.replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
