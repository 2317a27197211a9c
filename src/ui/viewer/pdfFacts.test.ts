import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { createTestPdf } from '../../testing/createTestPdf.ts'
import { readPdfFacts, requireSameFacts } from './pdfFacts.ts'

const open = (data: Uint8Array) => getDocument({ data: data.slice(), verbosity: 0 }).promise
/** pdf.js repairs a file whose list of objects is missing. */
const toPdf = (objects: readonly string[]) =>
  new TextEncoder().encode(
    `%PDF-1.5\n${objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<</Root 1 0 R>>`,
  )
const layered = toPdf([
  '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[5 0 R]>>>>>>',
  '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Properties<</A 5 0 R>>>>/Contents 4 0 R>>',
  '<</Length 31>>\nstream\n/OC /A BDC 0 0 50 50 re f EMC   \nendstream',
  '<</Type/OCG/Name(Solution)>>',
  '<</Type/OCG/Name(Task)>>',
])

it('a part that would show the hidden layer of its document is refused', async () => {
  const pdf = await open(layered)
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
