import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const builtApp = join(import.meta.dirname, '../../dist/app')

/** Returns the code of `inPage/` as one script. */
export async function bundlePageTools(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'inPage/pageTools.ts'),
    platform: 'browser',
    // The size limit of its texts for a terminal.
    transform: { define: { 'process.env': 'undefined' } },
  })
  const { output } = await bundle.generate({ format: 'iife' })
  await bundle.close()
  return output[0].code
}

/**
 * Creates a copy of the built app whose first script also contains the page tools. Classic WebDriver can't add a
 * script before those of a page, and the content security policy allows only scripts of the app's own address.
 */
export function createPages(directory: string, pageTools: string, ahead: number): void {
  mkdirSync(directory)
  for (const name of readdirSync(builtApp)) {
    if (name !== 'start.js') symlinkSync(join(builtApp, name), join(directory, name))
  }
  const start = readFileSync(join(builtApp, 'start.js'), 'utf8')
  writeFileSync(join(directory, 'start.js'), [`window.schoolAhead = ${ahead};`, pageTools, start].join('\n'))
}
