import { expect, it } from 'vitest'
import { FileName } from '../../../contract/files.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { freeName, uploadName } from './planUploads.ts'

it('uploadName turns any text into a valid name, and keeps valid names', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0xffff }), { maxLength: 400 }), units => {
      const name = String.fromCharCode(...units)
      const harmless = uploadName(name)
      expect(FileName.safeParse(harmless).success).toBe(true)
      expect(uploadName(harmless)).toBe(harmless)
    }),
    { numRuns: 40 },
  )
  expect(uploadName('a/b\\c\u0000.pdf')).toBe('a_b_c_.pdf')
  expect(uploadName('..')).toBe('_')
  expect(uploadName(`${'x'.repeat(5000)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`)
  expect(uploadName('Blätter 7.pdf')).toBe('Blätter 7.pdf')
})

it('freeName appends the next free number', () => {
  const taken = new Set(['plan.pdf', 'plan (2).pdf', '.hidden', 'x'.repeat(255)])
  const free = (name: string) => freeName(name, each => taken.has(each))
  expect(free('new.pdf')).toBe('new.pdf')
  expect(free('plan.pdf')).toBe('plan (3).pdf')
  expect(free('.hidden')).toBe('.hidden (2)')
  expect(free('x'.repeat(255))).toBe(`${'x'.repeat(251)} (2)`)
})
