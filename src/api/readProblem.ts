import { isRecord } from '../lib/isRecord.ts'

/** What can be shown of an error body, of whatever shape (cases 20). */
export type Said = { said?: string; fields?: Record<string, string>; name?: string }

const longest = 300

/** One line of plain text out of what a service sent: no control or bidirectional characters, cut at 300. */
export function readable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (line === '') return undefined
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** Reads `{"error": {...}}` of service-facts.md, OAuth's `error_description`, RFC 9457 problems, lists, plain text. */
export function readProblem(text: string): Said {
  const trimmed = text.trim()
  // A page is not a sentence.
  if (trimmed === '' || trimmed.startsWith('<')) return {}
  let body: unknown
  try {
    body = JSON.parse(trimmed)
  } catch {
    return /^[[{]/.test(trimmed) ? {} : said(readable(trimmed))
  }
  return fromJson(body)
}

const said = (text: string | undefined): Said => (text === undefined ? {} : { said: text })

function fromJson(body: unknown): Said {
  if (typeof body === 'string') return said(readable(body))
  if (Array.isArray(body)) return body.length > 0 ? fromJson(body[0]) : {}
  if (!isRecord(body)) return {}
  const inner = isRecord(body.error) ? body.error : body
  const text =
    readable(inner.message) ??
    readable(body.error_description) ??
    readable(inner.detail) ??
    readable(inner.title) ??
    readable(body.message) ??
    readable(body.error)
  if (text === undefined && Array.isArray(body.errors)) return fromJson(body.errors)
  const fields = fieldsOf(inner.fields) ?? fieldsOf(body.errors)
  const name = readable(inner.name) ?? readable(body.error)
  return { ...said(text), ...(fields ? { fields } : {}), ...(name ? { name } : {}) }
}

function fieldsOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value).flatMap(([field, why]) => {
    const text = readable(Array.isArray(why) ? why[0] : why)
    return text === undefined ? [] : [[field, text] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
