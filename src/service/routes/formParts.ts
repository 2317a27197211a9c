import { make } from 'multipasta/Search'
import { Problem } from '../http/problem.ts'

/** In bytes. */
const maxHeaderBytes = 2000

export type FormEvent = { headers: ReadonlyMap<string, string> } | { bytes: Uint8Array } | 'end of part'

/**
 * RFC 7578. Buffers only headers and a possible boundary. `write` throws 400, 413, and a TypeError if headers are not
 * UTF-8.
 */
export function createFormParts(boundary: string): {
  write(chunk: Uint8Array): FormEvent[]
  isComplete(): boolean
} {
  let events: FormEvent[] = []
  let state: 'head' | 'body' | 'after' = 'after'
  let head = new Uint8Array()
  let boundaryCount = 0

  const passBoundary = () => {
    boundaryCount += 1
    // `after` is also the initial state. Boundaries after the end are ignored.
    if (state === 'after' && boundaryCount > 1) return
    if (state === 'head') throw malformedForm('A part of the form has no end of its headers.')
    if (state === 'body') events.push('end of part')
    state = 'head'
    head = new Uint8Array()
  }
  const readHead = (bytes: Uint8Array) => {
    head = concatBytes(head, bytes)
    const text = String.fromCharCode(...head.subarray(0, 2))
    if (text === '--') {
      state = 'after'
      return
    }
    if (text === '-') return
    if (text !== '\r\n'.slice(0, text.length)) throw malformedForm('A boundary of the form goes on.')
    const end = findHeadEnd(head)
    if (end > maxHeaderBytes || (end < 0 && head.byteLength > maxHeaderBytes)) {
      throw new Problem(413, 'too_long_headers', 'A part of the form has headers that are too long.')
    }
    if (end < 0) return
    events.push({ headers: parseHeaders(head.subarray(2, end)) })
    state = 'body'
    const rest = head.subarray(end + 4)
    if (rest.byteLength > 0) events.push({ bytes: rest })
  }
  // An empty part does not call back, so count the boundaries.
  const search = make(`\r\n--${boundary}`, (index, bytes) => {
    if (index === 0) throw malformedForm('The form does not begin with its boundary.')
    while (boundaryCount < index) passBoundary()
    if (state === 'head') readHead(bytes)
    else if (state === 'body') events.push({ bytes })
  })
  // No line break precedes the first boundary.
  search.write(new Uint8Array([13, 10]))
  return {
    write(chunk) {
      search.write(chunk)
      const newEvents = events
      events = []
      return newEvents
    },
    isComplete: () => boundaryCount > 0 && state === 'after',
  }
}

function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.byteLength + second.byteLength)
  joined.set(first)
  joined.set(second, first.byteLength)
  return joined
}

function findHeadEnd(head: Uint8Array): number {
  const last = Math.min(head.byteLength - 4, maxHeaderBytes + 1)
  for (let at = 0; at <= last; at += 1) {
    if (head[at] === 13 && head[at + 1] === 10 && head[at + 2] === 13 && head[at + 3] === 10) return at
  }
  return -1
}

function parseHeaders(bytes: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\r\n')) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? []
    if (name === '' || headers.has(name.toLowerCase())) throw malformedForm('The form is not readable.')
    headers.set(name.toLowerCase(), value)
  }
  return headers
}

export const malformedForm = (reason: string) => new Problem(400, 'malformed', reason)
