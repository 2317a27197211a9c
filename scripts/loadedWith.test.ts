import { describe, expect, it } from 'vitest'
import type { BuiltChunk } from './buildRecord.ts'
import { loadedWith } from './loadedWith.ts'

const chunk = (
  file: string,
  importedModule: string | null,
  imports: string[],
  loads: string[] = [],
): BuiltChunk => ({
  file,
  entry: importedModule === 'index.html',
  importedModule,
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
  { ...chunk('common.js', null, ['react.js']), modules: ['src/Button.tsx', 'src/Dialog.tsx'] },
]
const files = (modules: string[]) => loadedWith({ chunks }, modules).map(({ file }) => file)

describe('the chunks loaded with a module', () => {
  it('are its own chunk and all static imports, including cyclic ones', () => {
    expect(files(['index.html'])).toEqual(['index.js', 'react.js'])
    expect(files(['index.html', 'src/Screen.tsx']).sort()).toEqual([
      'index.js',
      'react.js',
      'screen.js',
      'shared.js',
    ])
  })

  it('include a chunk that contains the module among others', () => {
    expect(files(['src/Dialog.tsx'])).toEqual(['common.js', 'react.js'])
  })

  it('throw an error for a module that no chunk contains', () => {
    expect(() => files(['src/Gone.tsx'])).toThrow('src/Gone.tsx')
  })
})
