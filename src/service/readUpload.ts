import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  MultipartParser,
} from '@remix-run/multipart-parser'
import type { Endpoint } from '../contract/endpoint.ts'
import { bodyPieces } from '../lib/bodyPieces.ts'
import { humanSize } from './humanSize.ts'
import { Problem } from './problem.ts'
import { parsed } from './read.ts'
import { readPart } from './readPart.ts'

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

const malformed = (why: string) => new Problem(400, 'malformed', why)

const tooLarge = (limit: number) =>
  new Problem(413, 'too_large', `This file is too large: at most ${humanSize(limit)} are possible.`)
