import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { createLayeredPdf, createTestPdf } from '../../testing/createTestPdf.ts'
import { readPdfFacts, requireSameFacts } from './pdfFacts.ts'

const open = (data: Uint8Array) => getDocument({ data: Uint8Array.from(data), verbosity: 0 }).promise

it('a part that would show the hidden layer of its document is refused', async () => {
  const pdf = await open(createLayeredPdf())
  const facts = await readPdfFacts(pdf, [0])
  expect(facts).toEqual({ pageCount: 1, annotationCount: 0, hiddenLayers: ['Solution'] })
  const part: Uint8Array = await pdf.extractPages([{ document: null, includePages: [0] }])
  const found = await readPdfFacts(await open(part), [0])
  expect(() => requireSameFacts(found, facts)).toThrow('Solution')
})

it('a part with all its pages is accepted, and one that lacks a page is not', async () => {
  const pdf = await open(createTestPdf([{ text: 'a' }, { text: 'b' }, { text: 'c' }]))
  const expected = { ...(await readPdfFacts(pdf, [0, 2])), pageCount: 2 }
  const part: Uint8Array = await pdf.extractPages([{ document: null, includePages: [0, 2] }])
  const found = await readPdfFacts(await open(part), [0, 1])
  expect(() => requireSameFacts(found, expected)).not.toThrow()
  expect(() => requireSameFacts({ ...found, pageCount: 1 }, expected)).toThrow('pageCount')
})
