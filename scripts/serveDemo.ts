import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { demoSecurityHeaders } from '../src/gateway/securityHeaders.ts'
import { createPages } from '../src/server/pages.ts'

// Static file server for the demo, which runs in the browser.
const folder = 'dist/demo'
const port = Number(process.env.PORT ?? 4173)

if (!existsSync(`${folder}/index.html`)) fail('The demo is not built yet: `npm run demo` does it.')
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  fail(`PORT is ${process.env.PORT}, which is no port: a number from 0 to 65535.`)
}

const server = createServer(
  createPages(folder, { headers: demoSecurityHeaders, report: error => console.error(error) }),
)
server.once('error', (error: NodeJS.ErrnoException) =>
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken. Another one: PORT=${port + 1} npm run demo`
      : `The demo could not be served: ${error.message}.`,
  ),
)
server.listen(port, '127.0.0.1', () => {
  // A connection that can't be accepted, e.g. EMFILE, must not end the demo.
  server.removeAllListeners('error').on('error', error => console.error(error))
  const address = server.address()
  const usedPort = typeof address === 'object' && address ? address.port : port
  console.log(`The demo is at http://localhost:${usedPort}/ (Ctrl-C ends it).`)
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
