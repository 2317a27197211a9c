import { expect, it } from 'vitest'
import { readTransfer } from './planUploads.ts'

const file = (name: string, isReadable = true) => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (resolve: (file: File) => void, reject: () => void) =>
    isReadable ? resolve(new File(['x'], name)) : reject(),
})
/** Fake directory entry: 100 entries at a time, unreadable without content. */
const folder = (name: string, content: unknown[] | undefined) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader: () => {
    let position = 0
    return {
      readEntries(resolve: (entries: unknown[]) => void, reject: () => void) {
        if (!content) return reject()
        position += 100
        resolve(content.slice(position - 100, position))
      },
    }
  },
})
const transfer = (entries: unknown[], files: File[] = []) =>
  Object.assign(Object.create(null) as DataTransfer, {
    items: entries.map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: [...entries.map(() => new File([], '')), ...files],
  })

it('reads dropped folders, and lists unreadable entries', async () => {
  const many = Array.from({ length: 250 }, (_, index) => file(`${index}.txt`))
  const dropped = folder('Trip', [
    ...many,
    folder('Empty', []),
    folder('Secret', undefined),
    folder('Day 1', [file('lake.jpg'), file('locked', false)]),
  ])
  const { picked, unreadable } = await readTransfer(
    transfer([dropped, file('plan.pdf'), file('mail', false)]),
  )
  expect(picked).toHaveLength(253)
  expect(picked.map(({ path, file }) => [...path, file?.name].join('/')).slice(-4)).toEqual([
    'Trip/249.txt',
    'Trip/Empty/',
    'Trip/Day 1/lake.jpg',
    'plan.pdf',
  ])
  expect(unreadable).toEqual(['Trip/Secret', 'Trip/Day 1/locked', 'mail'])
})

it('reads a pasted image without directory entry', async () => {
  const picture = new File(['x'], 'image.png')
  expect(await readTransfer(transfer([], [picture]))).toEqual({
    picked: [{ path: [], file: picture }],
    unreadable: [],
  })
})
