import { writeFileSync } from 'node:fs'
import { listEndpoints } from '../src/contract/allEndpoints.ts'
import { openapi } from './openapi/createDocument.ts'

// `npm run openapi` prints the document, `npm run openapi -- openapi.json` writes it to a file.
const text = `${JSON.stringify(openapi(listEndpoints()), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) {
  process.stdout.on('error', error => {
    // `npm run openapi | head` closes the pipe early.
    if (!('code' in error && error.code === 'EPIPE')) throw error
  })
  process.stdout.write(text)
} else {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    process.stderr.write(`The OpenAPI document could not be written to ${file}: ${reason}\n`)
    process.exitCode = 1
  }
}
