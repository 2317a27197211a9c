import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { securityHeaders } from '../gateway/securityHeaders.ts'
import { StartError } from './StartError.ts'

export type Pages = (request: IncomingMessage, response: ServerResponse) => void

/** Vite names what is below assets/ after its content: the same name is the same bytes for good. */
const isHashed = (path: string) => path.startsWith('/assets/')

/**
 * The built app from `directory`: files as they are, compressed ones where the browser takes them, and index.html for
 * every address a person may open. Throws `StartError` when it was not built.
 */
export function createPages(directory: string): Pages {
  if (!existsSync(join(directory, 'index.html'))) {
    throw new StartError([`The app is not built (${directory} is missing): run \`npm run build\` first.`])
  }
  const files = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      const keep = isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
      response.setHeader('Cache-Control', keep)
    },
  })
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Method Not Allowed')
    files(request, response, () => {
      if (!isNavigation(request)) return refuse(response, 404, 'Not Found')
      request.url = '/'
      // sirv remembers on the request which path it parsed.
      Reflect.deleteProperty(request, '_parsedUrl')
      files(request, response, () => refuse(response, 404, 'Not Found'))
    })
  }
}

/** A person opens an address of the app: no file name, and a page is wanted. */
export function isNavigation(request: IncomingMessage): boolean {
  const [path = '/'] = (request.url ?? '/').split('?')
  const last = path.slice(path.lastIndexOf('/') + 1)
  return !last.includes('.') && (request.headers.accept ?? '').includes('text/html')
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
  })
  response.end(`${text}\n`)
}
