import { afterEach, expect, it, vi } from 'vitest'
import { downloads, zipTarget } from './createZips.ts'

const large = 200 * 1024 * 1024
afterEach(() => void vi.unstubAllGlobals())

/** Stubs a browser with a save dialog. Returns the state of the written file. */
function browser(answer: 'picked' | 'changed their mind' | 'not allowed') {
  const disk = { name: '', bytes: 0, state: 'empty' }
  const sink = new WritableStream<Uint8Array>({
    write: bytes => void Object.assign(disk, { bytes: disk.bytes + bytes.length }),
    close: () => void Object.assign(disk, { state: 'written' }),
    abort: () => void Object.assign(disk, { state: 'aborted' }),
  })
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    disk.name = suggestedName
    if (answer === 'changed their mind') throw new DOMException('no', 'AbortError')
    if (answer === 'not allowed') throw new DOMException('no', 'SecurityError')
    return {
      createWritable: async () => sink,
      remove: async () => void Object.assign(disk, { state: `${disk.state}, removed` }),
    }
  }
  vi.stubGlobal('window', { showSaveFilePicker })
  return disk
}

it('writes a large zip directly to the chosen file, under a safe name', async () => {
  const disk = browser('picked')
  const target = await zipTarget('../Maths.zip', large)
  await target?.save(new Response(new Uint8Array(70_000)), 'Maths.zip')
  expect(disk).toEqual({ name: '_Maths.zip', bytes: 70_000, state: 'written' })
})

it('removes the file of a zip that failed', async () => {
  const disk = browser('picked')
  const target = await zipTarget('Maths.zip', large)
  const breaks = new ReadableStream({ pull: controller => controller.error(new Error('no network')) })
  await expect(target?.save(new Response(breaks), 'Maths.zip')).rejects.toThrow('no network')
  await target?.discard()
  expect(disk).toMatchObject({ bytes: 0, state: 'aborted, removed' })
})

it('opens no dialog for a small zip or without browser support, and saves no file if cancelled', async () => {
  const disk = browser('picked')
  expect([await zipTarget('Maths.zip', 1000), disk.name]).toEqual([downloads, ''])
  browser('not allowed')
  expect(await zipTarget('Maths.zip', large)).toBe(downloads)
  browser('changed their mind')
  expect(await zipTarget('Maths.zip', large)).toBeUndefined()
  vi.stubGlobal('window', {})
  expect(await zipTarget('Maths.zip', large)).toBe(downloads)
})
