import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import sirv from 'sirv'
import { demoSecurityHeaders } from '../src/gateway/securityHeaders.ts'

// A static file server and nothing more: whatever the demo does, it does in the browser.
const folder = 'dist/demo'
const port = Number(process.env.PORT ?? 4173)

if (!existsSync(`${folder}/index.html`)) fail('The demo is not built yet: `npm run demo` does it.')
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  fail(`PORT is ${process.env.PORT}, which is no port: a number from 0 to 65535.`)
}

const files = sirv(folder, {
  single: true,
  brotli: true,
  gzip: true,
  etag: true,
  setHeaders(response, pathname) {
    const forGood = pathname.startsWith('/assets/')
    response.setHeader('Cache-Control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    for (const [name, value] of Object.entries(demoSecurityHeaders)) response.setHeader(name, value)
  },
})
const server = createServer((request, response) =>
  files(request, response, () => void response.writeHead(404).end('Not found\n')),
)
server.on('error', (error: NodeJS.ErrnoException) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken. Another one: PORT=${port + 1} npm run demo`
      : `The demo could not be served: ${error.message}.`,
  ),
)
server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  const at = typeof address === 'object' && address ? address.port : port
  console.log(`The demo is at http://localhost:${at}/ (Ctrl-C ends it).`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
