import { expect, it } from 'vitest'
import { subjectColour } from './subjectColour.ts'

it('takes the colour the school sends', () => {
  expect(subjectColour(7, '#ffffff')).toBe('#ffffff')
})

it('gives twelve subjects in a row twelve colours, the same every time', () => {
  const colours = Array.from({ length: 12 }, (_, index) => subjectColour(index + 31, null))
  expect(new Set(colours).size).toBe(12)
  expect(subjectColour(31, null)).toBe(colours[0])
  expect(colours[0]).toMatch(/^var\(--subject-[a-z]+\)$/)
})
