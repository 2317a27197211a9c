import { make } from 'multipasta/Search'
import { Problem } from '../http/problem.ts'

/** Maximum length of the headers of a part, in bytes. Enough for any file name of 255 characters. */
const maxHeaderBytes = 2000

/** Event of the parser: the headers of a part, some of its bytes, or its end. */
export type FormEvent = { headers: ReadonlyMap<string, string> } | { bytes: Uint8Array } | 'end of part'

/**
 * Parses multipart/form-data while it arrives (RFC 7578). Only the headers of a part and a possible beginning of a
 * boundary are buffered. `write` throws 400 and 413, and a TypeError if headers are not UTF-8.
 */
export function createFormParts(boundary: string): {
  write(piece: Uint8Array): FormEvent[]
  isComplete(): boolean
} {
  let events: FormEvent[] = []
  let place: 'head' | 'body' | 'after' = 'after'
  let head = new Uint8Array()
  let boundaries = 0

  const pass = () => {
    boundaries += 1
    // `after` is also the state before the first boundary. Boundaries after the end are ignored.
    if (place === 'after' && boundaries > 1) return
    if (place === 'head') throw malformed('A part of the form has no end of its headers.')
    if (place === 'body') events.push('end of part')
    place = 'head'
    head = new Uint8Array()
  }
  const takeHead = (bytes: Uint8Array) => {
    head = joined(head, bytes)
    const text = String.fromCharCode(...head.subarray(0, 2))
    if (text === '--') {
      place = 'after'
      return
    }
    if (text === '-') return
    if (text !== '\r\n'.slice(0, text.length)) throw malformed('A boundary of the form goes on.')
    const end = endOfHead(head)
    if (end > maxHeaderBytes || (end < 0 && head.byteLength > maxHeaderBytes)) {
      throw new Problem(413, 'too_long_headers', 'A part of the form has headers that are too long.')
    }
    if (end < 0) return
    events.push({ headers: headersOf(head.subarray(2, end)) })
    place = 'body'
    const rest = head.subarray(end + 4)
    if (rest.byteLength > 0) events.push({ bytes: rest })
  }
  // The callback is not called for an empty part, so `index` shows how many boundaries were passed.
  const search = make(`\r\n--${boundary}`, (index, bytes) => {
    if (index === 0) throw malformed('The form does not begin with its boundary.')
    while (boundaries < index) pass()
    if (place === 'head') takeHead(bytes)
    else if (place === 'body') events.push({ bytes })
  })
  // The first boundary has no preceding line break.
  search.write(new Uint8Array([13, 10]))
  return {
    write(piece) {
      search.write(piece)
      const some = events
      events = []
      return some
    },
    isComplete: () => boundaries > 0 && place === 'after',
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.byteLength + other.byteLength)
  whole.set(one)
  whole.set(other, one.byteLength)
  return whole
}

/** Returns the position of the empty line after the headers, or -1. */
function endOfHead(head: Uint8Array): number {
  const last = Math.min(head.byteLength - 4, maxHeaderBytes + 1)
  for (let at = 0; at <= last; at += 1) {
    if (head[at] === 13 && head[at + 1] === 10 && head[at + 2] === 13 && head[at + 3] === 10) return at
  }
  return -1
}

function headersOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\r\n')) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? []
    if (name === '' || headers.has(name.toLowerCase())) throw malformed('The form is not readable.')
    headers.set(name.toLowerCase(), value)
  }
  return headers
}

export const malformed = (why: string) => new Problem(400, 'malformed', why)
