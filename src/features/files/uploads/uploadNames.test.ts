import { expect, it } from 'vitest'
import { FileName } from '../../../contract/files.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { findFreeName } from '../conflicts/conflicts.ts'
import { sanitizeUploadName } from './planUploads.ts'

it('sanitizeUploadName returns valid names, and keeps valid ones', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0xffff }), { maxLength: 400 }), units => {
      const name = String.fromCharCode(...units)
      const safeName = sanitizeUploadName(name)
      expect(FileName.safeParse(safeName).success).toBe(true)
      expect(sanitizeUploadName(safeName)).toBe(safeName)
    }),
    { numRuns: 40 },
  )
  expect(sanitizeUploadName('a/b\\c\u0000.pdf')).toBe('a_b_c_.pdf')
  expect(sanitizeUploadName('..')).toBe('_')
  expect(sanitizeUploadName(`${'x'.repeat(5000)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`)
  expect(sanitizeUploadName('Blätter 7.pdf')).toBe('Blätter 7.pdf')
})

it('findFreeName appends the next free number', () => {
  const takenNames = new Set(['plan.pdf', 'plan (2).pdf', '.hidden', 'x'.repeat(255)])
  const free = (name: string) => findFreeName(name, candidate => takenNames.has(candidate))
  expect(free('new.pdf')).toBe('new.pdf')
  expect(free('plan.pdf')).toBe('plan (3).pdf')
  expect(free('.hidden')).toBe('.hidden (2)')
  expect(free('x'.repeat(255))).toBe(`${'x'.repeat(251)} (2)`)
})
