import { expect, it } from 'vitest'
import { findOriginal, getCopyName } from './markedFile.ts'

it.each([
  ['page1.jpg', [], undefined, 'page1-marked.jpg'],
  ['page1.JPEG', [], undefined, 'page1-marked.JPEG'],
  ['drawing.webp', [], undefined, 'drawing-marked.png'],
  ['essay.pdf', [], undefined, 'essay-marked.pdf'],
  ['photo', [], undefined, 'photo-marked.png'],
  ['photo', [], 'image/jpeg', 'photo-marked.jpg'],
  ['scan', [], 'application/pdf', 'scan-marked.pdf'],
  ['page1.jpg', [], 'image/png', 'page1-marked.png'],
  ['page1.jpg', ['page1-marked.jpg'], undefined, 'page1-marked-2.jpg'],
])('the copy of %s gets a free name', (name, taken, type, expected) => {
  const copyName = getCopyName(name, taken, type)
  expect(copyName).toBe(expected)
  expect(findOriginal(copyName, [{ name: 'other.jpg' }, { name }])).toEqual({ name })
})

it('finds the original of a copy among files with similar names', () => {
  const files = [{ name: 'page1.pdf' }, { name: 'page1.jpg' }, { name: 'page1.webp' }, { name: 'notes.txt' }]
  expect(findOriginal('page1-marked-2.jpg', files)).toEqual({ name: 'page1.jpg' })
  expect(findOriginal('page1-marked.png', files)).toEqual({ name: 'page1.webp' })
  expect(findOriginal('page2-marked.jpg', files)).toBeUndefined()
  expect(findOriginal('page1.jpg', files)).toBeUndefined()
  expect(findOriginal('solution.pdf', files)).toBeUndefined()
})
