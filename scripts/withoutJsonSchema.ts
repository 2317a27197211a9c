import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Leaves zod's JSON Schema writer out of the browser: every schema carries it along (5 kB of the first load's 165)
 * and only `npm run openapi` uses it, on Node. Called in a page it fails by name.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'staffroom:without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/.test(id)) return null
      const source = readFileSync(id, 'utf8')
      const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const absent =
        'const absent = () => () => { throw new Error("JSON Schema is left out of the browser") }'
      return [absent, ...names.map(name => `export const ${name} = absent`)].join('\n')
    },
  }
}
