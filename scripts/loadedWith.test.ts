import { describe, expect, it } from 'vitest'
import type { BuiltChunk } from './buildRecord.ts'
import { loadedWith } from './loadedWith.ts'

const chunk = (file: string, starts: string | null, imports: string[], loads: string[] = []): BuiltChunk => ({
  file,
  entry: starts === 'index.html',
  starts,
  imports,
  loads,
  css: [],
  modules: [],
})
const chunks = [
  chunk('index.js', 'index.html', ['react.js'], ['screen.js', 'menu.js']),
  chunk('react.js', null, []),
  chunk('screen.js', 'src/Screen.tsx', ['shared.js', 'index.js']),
  chunk('shared.js', null, ['react.js', 'screen.js']),
  chunk('menu.js', 'src/Menu.tsx', []),
]
const files = (modules: string[]) => loadedWith({ chunks }, modules).map(({ file }) => file)

describe('what is loaded with a module', () => {
  it('is its chunk and all that it imports, round about too', () => {
    expect(files(['index.html'])).toEqual(['index.js', 'react.js'])
    expect(files(['index.html', 'src/Screen.tsx']).sort()).toEqual([
      'index.js',
      'react.js',
      'screen.js',
      'shared.js',
    ])
  })

  it('is an error for a module no chunk starts with', () => {
    expect(() => files(['src/Gone.tsx'])).toThrow('src/Gone.tsx')
  })
})
