import { expect, it } from 'vitest'
import { version } from '../node_modules/pdfjs-dist/package.json'
import { pdfjsFiles } from './pdfjsFiles.ts'

it('emits fonts, character maps and decoders of pdf.js under its version, without WebAssembly', () => {
  const emitted: string[] = []
  const { generateBundle } = pdfjsFiles()
  if (typeof generateBundle !== 'function') throw new Error('the plugin emits nothing')
  const context = { emitFile: ({ fileName }: { fileName: string }) => emitted.push(fileName) }
  Reflect.apply(generateBundle, context, [])
  const base = `assets/pdfjs-${version}`
  expect(emitted).toEqual(
    expect.arrayContaining([
      `${base}/cmaps/UniGB-UCS2-H.bcmap`,
      `${base}/standard_fonts/FoxitSerif.pfb`,
      `${base}/standard_fonts/LICENSE_FOXIT`,
      `${base}/wasm/openjpeg_nowasm_fallback.js`,
      `${base}/wasm/jbig2_nowasm_fallback.js`,
    ]),
  )
  expect(emitted.filter(name => /\.wasm$|quickjs|qcms/.test(name))).toEqual([])
})
