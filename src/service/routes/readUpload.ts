import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'
import type { Endpoint } from '../../contract/endpoint.ts'
import { bodyPieces } from '../../lib/bodyPieces.ts'
import { isUtf8 } from '../../lib/charset.ts'
import { takeTurns } from '../../lib/turn.ts'
import { humanSize } from '../answers/documents.ts'
import { Problem } from '../answers/problem.ts'
import { parsed } from './parse.ts'

/** What may travel around the file: boundaries, the headers of the parts, the other fields. Bytes. */
const wrapping = 10_000

/** No form of the contract has half as many. */
const mostParts = 10

/** Enough for a file's name of 255 characters, whatever they are. Bytes. */
const longestHeader = 2000

/**
 * The form of an upload as its schema reads it. `limit` is the largest file, bytes. Throws 415, 413, 400 and 422, each as
 * soon as it is sure: the body is read as it comes, and what is too much is not waited for. Not by the platform's
 * `formData()`, which takes minutes for a form of many empty parts and answers nobody meanwhile.
 */
export async function readUpload(endpoint: Endpoint, request: Request, limit: number): Promise<unknown> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (Number(request.headers.get('content-length')) > limit + wrapping) throw tooLarge(limit)
  const fields = new Map<string, unknown>()
  const form = new MultipartParser(boundary, {
    maxParts: mostParts,
    maxHeaderSize: longestHeader,
    maxFileSize: limit,
    maxTotalSize: limit + wrapping,
  })
  let size = 0
  let after = 0
  try {
    for await (const piece of request.body ? bodyPieces(request.body) : []) {
      size += piece.byteLength
      if (size > limit + wrapping) throw tooLarge(limit)
      if (isComplete(form)) {
        after += piece.byteLength
        if (after > wrapping) throw malformed('The form goes on after its end.')
        continue
      }
      for (const part of form.write(piece)) {
        const { name, value } = await readPart(part, wrapping)
        // A name given twice comes as a list, which no field of the schema is.
        fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value)
      }
    }
    form.finish()
  } catch (error) {
    throw problemOf(error, limit)
  }
  return endpoint.body && parsed(endpoint.body, Object.fromEntries(fields))
}

/** Of at most 70 characters of a few kinds (RFC 2046 § 5.1.1): the parser is quick with these alone. */
function boundaryOf(type: string): string {
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Problem(415, 'unsupported_media_type', 'A file is sent as multipart/form-data.')
  }
  const boundary = getMultipartBoundary(type)?.trim() ?? ''
  if (!/^[\w'()+,./:=? -]{1,70}$/.test(boundary)) throw malformed('The form names no boundary that is one.')
  return boundary
}

/** The parser says so only by not complaining. */
function isComplete(form: MultipartParser): boolean {
  try {
    form.finish()
    return true
  } catch {
    return false
  }
}

function problemOf(error: unknown, limit: number): unknown {
  if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
    return tooLarge(limit)
  }
  if (error instanceof MaxPartsExceededError) {
    return new Problem(413, 'too_many_parts', `A form has at most ${mostParts} parts.`)
  }
  if (error instanceof MaxHeaderSizeExceededError) {
    return new Problem(413, 'too_long_headers', 'A part of the form has headers that are too long.')
  }
  // A TypeError is about bytes that are no UTF-8. What else there is, say a caller who went away, is no form's fault.
  const isUnreadable = error instanceof MultipartParseError || error instanceof TypeError
  return isUnreadable ? malformed('The form is not readable.') : error
}

const tooLarge = (limit: number) =>
  new Problem(413, 'too_large', `This file is too large: at most ${humanSize(limit)} are possible.`)

/**
 * One part of a form: a file where it has a file's name, or else text of at most `longestText` bytes. Read as the
 * platform's own forms are written (RFC 7578, HTML § multipart/form-data): a backslash in a name is a backslash, a
 * quotation mark and a new line are `%22`, `%0D` and `%0A`. Throws 400 and 413.
 */
export async function readPart(
  part: MultipartPart,
  longestText: number,
): Promise<{ name: string; value: File | string }> {
  const disposition = part.headers['content-disposition'] ?? ''
  const [, quotedName, quotedFile, encodedFile] =
    /^form-data\s*;\s*name="([^"]*)"(?:\s*;\s*filename="([^"]*)")?(?:\s*;\s*filename\*=utf-8''([^\s;"]*))?\s*;?\s*$/i.exec(
      disposition,
    ) ?? []
  if (quotedName === undefined) throw malformed('A part of the form has no name that is one.')
  const name = unquoted(quotedName)
  const fileName = encodedFile === undefined ? quotedFile && unquoted(quotedFile) : decoded(encodedFile)
  if (fileName !== undefined) return { name, value: await fileOf(part.content, fileName) }
  if (part.size > longestText) {
    throw new Problem(413, 'too_large', 'Only files are large: a part of the form without a file is.')
  }
  if (!isUtf8(part.headers['content-type'] ?? '')) throw malformed('The texts of a form are sent in UTF-8.')
  // Throws for bytes that are no UTF-8.
  return { name, value: part.text }
}

/** Bytes that become part of a file at a time. */
const step = 1_048_576

/** Takes in what was read step by step: a large file, or one that came in thousands of pieces, would hold everybody up. */
async function fileOf(content: readonly Uint8Array[], name: string): Promise<File> {
  const turnIfDue = takeTurns()
  const steps: Blob[] = []
  const bytes = new Uint8Array(step)
  let filled = 0
  for (const piece of content) {
    if (filled + piece.byteLength > step) {
      steps.push(new Blob([bytes.subarray(0, filled)]))
      filled = 0
      await turnIfDue()
    }
    bytes.set(piece, filled)
    filled += piece.byteLength
  }
  return new File([...steps, bytes.subarray(0, filled)], name)
}

const unquoted = (text: string) =>
  text.replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** As some programs write a name that is not ASCII (RFC 5987). */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed('The name of a file is not readable.')
  }
}

const malformed = (why: string) => new Problem(400, 'malformed', why)
