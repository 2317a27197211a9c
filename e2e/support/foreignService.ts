import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listEndpoints } from '../../src/contract/allEndpoints.ts'
import { shuffleLists } from '../../src/testing/shuffleLists.ts'

/** A service of another vendor with little more than api.md, in front of our school. */
export type ForeignService = {
  url: string
  shufflesLists: boolean
  /** Requests other than GET. */
  writes: { call: string; body: unknown }[]
  calls: { call: string; status: number }[]
  stop: () => Promise<void>
}

/** Fields of our service that it lacks. */
const ownFields = [
  ...[
    'version',
    'member_count',
    'last_read_message_id',
    'last_message',
    'is_direct',
    'is_muted',
    'is_pinned',
  ],
  ...['can_delete', 'text_formatted', 'text_basic', 'note_formatted', 'note_basic', 'can_correct'],
]

/** Assumed endpoints that it supports. */
const supportedPaths =
  /\/api\/v2\/(?:documents|todos\/\d+\/submissions|courses\/\d+\/homeworks|me\/courses\/memberships)$/

const assumed = listEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ assumed, base }) => assumed !== undefined && base === '/api/v2')
  .map(({ method, base, path }) => ({
    method,
    path: new RegExp(`^${(base + path).replaceAll(/:[a-z_]+/g, '\\d+')}$`),
  }))

export async function startForeignService(
  school: string,
  /** Documents on another host. */
  elsewhere: RegExp,
): Promise<ForeignService> {
  const server = createServer((request, response) => {
    handleRequest(request, response).catch(error => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const self: ForeignService = {
    url: `http://localhost:${typeof address === 'object' ? address?.port : 0}`,
    shufflesLists: false,
    writes: [],
    calls: [],
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  let seed = 0

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const { pathname, search } = new URL(url, self.url)
    const send = (status: number, body?: unknown, type = 'application/json') => {
      self.calls.push({ call: `${method} ${pathname}`, status })
      response.writeHead(status, { 'Content-Type': type })
      response.end(body instanceof Uint8Array ? body : body === undefined ? '' : JSON.stringify(body))
    }
    if (pathname === '/auth/oauth2/authorize') {
      response.writeHead(302, { Location: school + url })
      return void response.end()
    }
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const isJson = headers['content-type']?.includes('json') === true
    if (method !== 'GET') {
      self.writes.push({
        call: `${method} ${pathname}`,
        body: isJson ? JSON.parse(body.toString()) : body.toString('latin1'),
      })
    }
    const isMissing =
      /^\/api\/v2\/documents\/\d+\/content$/.test(pathname) ||
      assumed.some(
        each => each.method === method && each.path.test(pathname) && !supportedPaths.test(pathname),
      )
    if (isMissing) return send(404, { error: { name: 'not_found', message: 'No such thing.', code: 404 } })
    const [, documentId, variant] = /^\/stored\/(\d+)\/(\w+)$/.exec(pathname) ?? []
    const path = documentId
      ? `/api/v2/documents/${documentId}/content${variant === 'small' ? '?preview=1' : ''}`
      : pathname + search
    const sent = ['authorization', 'content-type', 'accept'].flatMap(name => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    const upstreamResponse = await fetch(school + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const bytes = new Uint8Array(await upstreamResponse.arrayBuffer())
    const type = upstreamResponse.headers.get('Content-Type') ?? 'text/plain'
    if (documentId || !type.includes('json'))
      return send(upstreamResponse.status, bytes, documentId ? 'text/html' : type)
    const json: unknown = convert(JSON.parse(Buffer.from(bytes).toString() || 'null'))
    send(upstreamResponse.status, self.shufflesLists ? shuffleLists(json, ++seed) : json)
  }

  function convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value)
      .filter(([name]) => !ownFields.includes(name))
      .filter(([name]) => name !== 'points' || 'todo_id' in value)
      .map(([name, field]) => [name, convert(field)] as const)
    const object: Record<string, unknown> = Object.fromEntries(fields)
    if (!('content_type' in object && 'download_url' in object)) return object
    const { id, name, content_type } = object
    const at = elsewhere.test(String(name)) ? 'https://files.example' : self.url
    return {
      ...object,
      url: `${at}/stored/${id}/page`,
      download_url: `${at}/stored/${id}/raw`,
      preview_url: String(content_type).startsWith('image/') ? `${at}/stored/${id}/small` : null,
    }
  }
  return self
}
