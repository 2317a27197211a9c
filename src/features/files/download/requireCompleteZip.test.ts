import { downloadZip } from 'client-zip'
import { expect, it } from 'vitest'
import { requireCompleteZip } from './requireCompleteZip.ts'

it('accepts a zip with all its entries, and no other file', async () => {
  const names = ['a.txt', 'ü/b.txt', 'c/']
  const zip = await downloadZip(names.map(name => ({ name, input: name.endsWith('/') ? '' : name }))).blob()
  await requireCompleteZip(zip, 3)
  const cutOff = zip.slice(0, zip.size - 1)
  const withHole = new Blob([zip.slice(0, 20), zip.slice(30)])
  for (const [file, count] of [
    [zip, 4],
    [cutOff, 3],
    [withHole, 3],
    [new Blob(), 0],
  ] as const) {
    await expect(requireCompleteZip(file, count)).rejects.toThrow()
  }
  await requireCompleteZip(await downloadZip([]).blob(), 0)
})
