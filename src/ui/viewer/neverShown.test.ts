import { expect, it } from 'vitest'
import { neverShown } from './fileKind.ts'

it('knows what is no use to load for a look at it, by its name and else by its kind', () => {
  const loads = (name: string, type = '') => !neverShown({ name, type })
  expect([loads('essay.DOCX'), loads('week 47.zip'), loads('essay', 'application/msword')]).toEqual(
    Array(3).fill(false),
  )
  // A name that is read decides over a kind that a school's service got wrong.
  expect([
    loads('notes.txt', 'application/zip'),
    loads('page.pdf'),
    loads('photo'),
    loads('song.mp3'),
  ]).toEqual(Array(4).fill(true))
})
