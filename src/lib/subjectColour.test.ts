import { expect, it } from 'vitest'
import { subjectColour } from './subjectColour.ts'

it('subjectColour returns the colour of the school', () => {
  expect(subjectColour(7, '#ffffff')).toBe('#ffffff')
})

it('subjectColour returns different colours for twelve consecutive subjects', () => {
  const colours = Array.from({ length: 12 }, (_, index) => subjectColour(index + 31, null))
  expect(new Set(colours).size).toBe(12)
  expect(subjectColour(31, null)).toBe(colours[0])
  expect(colours[0]).toMatch(/^var\(--subject-[a-z]+\)$/)
})
