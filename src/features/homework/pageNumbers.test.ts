import { expect, it } from 'vitest'
import { removePageNumber, sortPages } from './pageNumbers.ts'

it.each([
  ['Page 12 IMG_1.jpg', 'IMG_1.jpg'],
  ['Seite 1 Übung 2.jpg', 'Übung 2.jpg'],
  ['page 1.jpg', 'page 1.jpg'],
  ['IMG_1.jpg', 'IMG_1.jpg'],
])('removes the page number of %s', (name, expected) => {
  expect(removePageNumber(name)).toBe(expected)
})

it('sorts numbered photos, and keeps the order of other files after them', () => {
  const names = ['z.pdf', 'Page 10 b.jpg', 'exercise 5.pdf', 'Page 9 a.jpg', 'page 1.txt']
  expect(sortPages(names.map(name => ({ name }))).map(({ name }) => name)).toEqual([
    'Page 9 a.jpg',
    'Page 10 b.jpg',
    'z.pdf',
    'exercise 5.pdf',
    'page 1.txt',
  ])
})
