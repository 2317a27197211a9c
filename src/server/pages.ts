import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { securityHeaders } from '../gateway/securityHeaders.ts'
import { createBuiltFiles, type Encoding } from './builtFiles.ts'
import { StartError } from './StartError.ts'

export type Pages = (request: IncomingMessage, response: ServerResponse) => void

/** Names of assets contain a hash of their content. */
const isHashed = (path: string) => path.startsWith('/assets/')

/**
 * Every address of the app returns index.html. Files may be replaced at any time (rule 54). Throws `StartError` if the
 * app is not built.
 */
export function createPages(
  directory: string,
  options: { report: (error: unknown) => void; headers?: Readonly<Record<string, string>> },
): Pages {
  const { report, headers = securityHeaders } = options
  if (!existsSync(join(directory, 'index.html'))) {
    throw new StartError([`The app is not built (${directory} is missing). Run \`npm run build\` first.`])
  }
  const files = createBuiltFiles()

  function sendError(response: ServerResponse, status: number, text: string, extraHeaders = {}): void {
    const type = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }
    response.writeHead(status, { ...headers, ...type, ...extraHeaders })
    response.end(`${text}\n`)
  }

  async function send(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const match = await files.read(join(directory, path), acceptedEncodings(request))
    if (!match) return false
    const { file, encoding } = match
    const { etag, bytes } = file
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('Cache-Control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    response.setHeader('ETag', etag)
    response.setHeader('Vary', 'Accept-Encoding')
    if (matchesETag(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end()
      return true
    }
    if (encoding) response.setHeader('Content-Encoding', encoding)
    response.setHeader('Content-Type', getMimeType(path) ?? 'application/octet-stream')
    response.setHeader('Content-Length', bytes.byteLength)
    response.writeHead(200)
    response.end(request.method === 'HEAD' ? undefined : bytes)
    return true
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = toFilePath(request.url ?? '/')
    if (path !== undefined && (await send(request, response, path))) return
    if (path !== '/index.html' && !isNavigation(request)) return sendError(response, 404, 'Not Found')
    if (path !== '/index.html' && (await send(request, response, '/index.html'))) return
    throw new Error('index.html is missing')
  }

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(response, 405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    }
    serve(request, response).catch((error: unknown) => {
      report(error)
      if (response.headersSent) return void response.destroy()
      const text = 'The files of Staffroom cannot be read at the moment. Please try again.'
      sendError(response, 503, text, { 'Retry-After': '1' })
    })
  }
}

export function isNavigation(request: IncomingMessage): boolean {
  const [path = '/'] = (request.url ?? '/').split('?')
  const last = path.slice(path.lastIndexOf('/') + 1)
  return !last.includes('.') && (request.headers.accept ?? '').includes('text/html')
}

function toFilePath(target: string): string | undefined {
  const [path = ''] = target.split('?')
  if (path === '/' || path === '') return '/index.html'
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  // Refuses hidden files and dot segments. On Windows, a colon or backslash leads elsewhere.
  return /^(?:\/[^./\\:\p{Cc}][^/\\:\p{Cc}]*)+$/u.test(decoded) ? decoded : undefined
}

function acceptedEncodings({ headers }: IncomingMessage): Encoding[] {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter(entry => !/;\s*q=0(?:\.0*)?\s*$/.test(entry))
    .map(entry => entry.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).filter(encoding => accepted.includes(encoding))
}

/** Compressing proxies make the ETag weak. */
const matchesETag = (header: string | undefined, etag: string) =>
  header?.split(',').some(candidate => ['*', etag].includes(candidate.trim().replace(/^W\//, ''))) ?? false
