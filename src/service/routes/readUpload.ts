import type { Endpoint } from '../../contract/endpoint.ts'
import { isUtf8 } from '../../lib/charset.ts'
import { readChunks } from '../../lib/readChunks.ts'
import type { ReceivedFile } from '../db/receiveFile.ts'
import { validate } from '../http/parse.ts'
import { Problem } from '../http/problem.ts'
import { formatSize } from '../serialize/documents.ts'
import { createFormParts, type FormEvent, malformedForm } from './formParts.ts'

/** In bytes. */
const maxFormOverhead = 10_000

/** Twice the maximum of the contract. */
const maxParts = 10

const fileField = 'file'

/** `body` has only the name of the file. */
export type ReadUpload = { body: unknown; file: ReceivedFile | undefined }

/**
 * `limit` is in bytes. Throws 415, 413, 400 and 422 as early as possible, and deletes the received bytes. `formData()`
 * would block the event loop for minutes on a form of many empty parts.
 */
export async function readUpload(
  endpoint: Endpoint,
  request: Request,
  { limit, receive }: { limit: number; receive: (name: string) => ReceivedFile },
): Promise<ReadUpload> {
  const form = createFormParts(parseBoundary(request.headers.get('content-type') ?? ''))
  if (Number(request.headers.get('content-length')) > limit + maxFormOverhead) throw tooLarge(limit)
  const fields = createFieldCollector(limit, receive)
  try {
    let size = 0
    let bytesAfterEnd = 0
    for await (const chunk of request.body ? readChunks(request.body) : []) {
      size += chunk.byteLength
      if (size > limit + maxFormOverhead) throw tooLarge(limit)
      if (form.isComplete()) {
        bytesAfterEnd += chunk.byteLength
        if (bytesAfterEnd > maxFormOverhead) throw malformedForm('The form goes on after its end.')
        continue
      }
      for (const event of form.write(chunk)) await fields.handleEvent(event)
    }
    if (!form.isComplete()) throw malformedForm('The form is not readable.')
    const body = endpoint.body && validate(endpoint.body, Object.fromEntries(fields.values))
    return { body, file: fields.file() }
  } catch (error) {
    await fields.file()?.discard()
    // Invalid UTF-8. Other errors, e.g. an aborted request, do not concern the form.
    throw error instanceof TypeError ? malformedForm('The form is not readable.') : error
  }
}

/** RFC 2046 § 5.1.1. */
function parseBoundary(type: string): string {
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Problem(415, 'unsupported_media_type', 'A file is sent as multipart/form-data.')
  }
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^;]*))/i.exec(type) ?? []
  const boundary = quoted ?? plain.trim()
  if (!/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) {
    throw malformedForm('The form names no boundary that is one.')
  }
  return boundary
}

const tooLarge = (limit: number) =>
  new Problem(413, 'too_large', `This file is too large: at most ${formatSize(limit)} are possible.`)

type Part = { name: string; fileName: string | undefined; size: number; texts: Uint8Array[] }

function createFieldCollector(limit: number, receive: (name: string) => ReceivedFile) {
  const values = new Map<string, unknown>()
  let file: ReceivedFile | undefined
  let parts = 0
  let part: (Part & { file?: ReceivedFile | undefined }) | undefined
  return {
    values,
    file: () => file,
    async handleEvent(event: FormEvent): Promise<void> {
      if (event === 'end of part') {
        if (!part) return
        const { name } = part
        const value = part.fileName === undefined ? decodeText(part) : new File([], part.fileName)
        values.set(name, values.has(name) ? [values.get(name), value].flat() : value)
      } else if ('headers' in event) {
        parts += 1
        if (parts > maxParts) {
          throw new Problem(413, 'too_many_parts', `A form has at most ${maxParts} parts.`)
        }
        part = parsePart(event.headers)
        if (part.fileName === undefined || part.name !== fileField || file) return
        file = receive(part.fileName)
        part.file = file
      } else if (part) {
        part.size += event.bytes.byteLength
        if (part.fileName === undefined) {
          if (part.size > maxFormOverhead) {
            throw new Problem(413, 'too_large', 'Only files are large: a part of the form without a file is.')
          }
          part.texts.push(event.bytes.slice())
        } else {
          if (part.size > limit) throw tooLarge(limit)
          await part.file?.write(event.bytes)
        }
      }
    },
  }
}

/**
 * Follows browsers (RFC 7578, HTML § multipart/form-data): `%22`, `%0D` and `%0A` are encoded, and a backslash is
 * literal. Throws 400.
 */
function parsePart(headers: ReadonlyMap<string, string>): Part {
  const [, quotedName, quotedFile, encodedFile] =
    /^form-data\s*;\s*name="([^"]*)"(?:\s*;\s*filename="([^"]*)")?(?:\s*;\s*filename\*=utf-8''([^\s;"]*))?\s*;?\s*$/i.exec(
      headers.get('content-disposition') ?? '',
    ) ?? []
  if (quotedName === undefined) throw malformedForm('A part of the form has no name that is one.')
  const fileName =
    encodedFile === undefined ? quotedFile && decodeQuoted(quotedFile) : decodeExtended(encodedFile)
  if (fileName === undefined && !isUtf8(headers.get('content-type') ?? '')) {
    throw malformedForm('The texts of a form are sent in UTF-8.')
  }
  return { name: decodeQuoted(quotedName), fileName, size: 0, texts: [] }
}

/** Throws a TypeError. */
function decodeText({ texts }: Part): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return texts.map(text => decoder.decode(text, { stream: true })).join('') + decoder.decode()
}

const decodeQuoted = (text: string) =>
  text.replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** RFC 5987, for non-ASCII names of some programs. */
function decodeExtended(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformedForm('The name of a file is not readable.')
  }
}
