import { z } from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isTextParam, readParam, textParams } from '../../contract/wire.ts'
import { invalid, notFound, Problem } from '../../http/problem.ts'
import { decodeUtf8, readBytes } from '../../http/readBody.ts'
import { isUtf8 } from '../../lib/charset.ts'

/** Assumed: api.md has no limit. */
const maxBodyBytes = 1_000_000

/** Larger IDs do not exist. */
export const maxId = 2_147_483_647

/** Throws 404. */
export function readParams(params: Record<string, string>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (isTextParam(name)) {
        if (!textParams[name].test(value)) throw notFound()
        return [name, value]
      }
      const id = readParam(name, value)
      if (id === undefined || id > maxId) throw notFound()
      return [name, id]
    }),
  )
}

/** Throws 422. A repeated parameter becomes an array. */
export function readQuery(schema: z.ZodMiniType | undefined, address: string): unknown {
  if (!schema) return {}
  const query = new Map<string, string[]>()
  for (const [name, value] of new URL(address).searchParams) {
    const values = query.get(name) ?? []
    values.push(value)
    query.set(name, values)
  }
  const entries = [...query].map(
    ([name, values]) => [name, values.length === 1 ? values[0] : values] as const,
  )
  return validate(schema, Object.fromEntries(entries))
}

/** Throws 415, 413, 400 and 422. */
export async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (!endpoint.body || endpoint.encoding !== 'json') return undefined
  const contentType = request.headers.get('content-type') ?? ''
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Problem(415, 'unsupported_media_type', 'The body must be JSON, sent as application/json.')
  }
  if (!isUtf8(contentType)) throw new Problem(400, 'malformed', 'The body must be in UTF-8.')
  const text = await readText(request)
  if (hasMoreValues(text, maxValues))
    throw invalid({}, 'there are more values in it than anything here takes')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem(400, 'malformed', 'The body is not readable JSON.')
  }
  return validate(endpoint.body, value)
}

/** Validating 100,000 values takes too long. */
const maxValues = 1000

function hasMoreValues(text: string, max: number): boolean {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at)
    else if (character === ',' || character === ':' || character === '[' || character === '{') count += 1
    if (count > max) return true
  }
  return false
}

/** Position of the closing quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, maxBodyBytes)
  try {
    return decodeUtf8(bytes)
  } catch {
    throw new Problem(400, 'malformed', 'The body is not in UTF-8.')
  }
}

// zod/mini only has "Invalid input". Not global, because in tests pages run in the same process.
const { localeError: englishMessages } = z.locales.en()

/** Throws 422. */
export function validate(schema: z.ZodMiniType, value: unknown): unknown {
  requireNoNul(value)
  const result = schema.safeParse(value, { error: englishMessages })
  if (result.success) return result.data
  const messages = new Map<string, string>()
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.')
    if (!messages.has(path)) messages.set(path, issue.message)
  }
  const { '': detail, ...fields } = Object.fromEntries(messages)
  throw invalid(fields, detail)
}

/** PostgreSQL can't store NUL. Throws 422. */
function requireNoNul(value: unknown): void {
  const pending: [path: string, value: unknown][] = [['', value]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, each] = next
    if (typeof each === 'string' && each.includes('\0')) {
      throw path ? invalid({ [path]: nulMessage }) : invalid({}, nulMessage)
    }
    if (typeof each !== 'object' || each === null || each instanceof Blob) continue
    const names = Object.keys(each)
    if (names.some(name => name.includes('\0'))) throw invalid({}, nulMessage)
    for (const [name, inside] of Object.entries(each)) pending.push([path ? `${path}.${name}` : name, inside])
  }
}

const nulMessage = 'a text must not contain the character NUL'
