import { afterEach, expect, it, vi } from 'vitest'
import { browserDownloads, chooseZipTarget } from './createZips.ts'

const largeSize = 200 * 1024 * 1024
afterEach(() => void vi.unstubAllGlobals())

/** Stubs the save dialog. Returns the state of the written file. */
function stubSaveDialog(outcome: 'picked' | 'cancelled' | 'not allowed') {
  const savedFile = { name: '', bytes: 0, state: 'empty' }
  const sink = new WritableStream<Uint8Array>({
    write: bytes => void Object.assign(savedFile, { bytes: savedFile.bytes + bytes.length }),
    close: () => void Object.assign(savedFile, { state: 'written' }),
    abort: () => void Object.assign(savedFile, { state: 'aborted' }),
  })
  const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
    savedFile.name = suggestedName
    if (outcome === 'cancelled') throw new DOMException('no', 'AbortError')
    if (outcome === 'not allowed') throw new DOMException('no', 'SecurityError')
    return {
      createWritable: async () => sink,
      getFile: async () => new Blob([new Uint8Array(savedFile.bytes)]),
      remove: async () => void Object.assign(savedFile, { state: `${savedFile.state}, removed` }),
    }
  }
  vi.stubGlobal('window', { showSaveFilePicker })
  return savedFile
}

it('writes a large zip to the chosen file', async () => {
  const savedFile = stubSaveDialog('picked')
  const target = await chooseZipTarget('../Maths.zip', largeSize)
  let verifiedBytes = 0
  await target?.save(new Response(new Uint8Array(70_000)), 'Maths.zip', async ({ size }) => {
    verifiedBytes = size
  })
  expect(verifiedBytes).toBe(70_000)
  expect(savedFile).toEqual({ name: '_Maths.zip', bytes: 70_000, state: 'written' })
})

it('removes the file of a failed zip', async () => {
  const savedFile = stubSaveDialog('picked')
  const target = await chooseZipTarget('Maths.zip', largeSize)
  const failingStream = new ReadableStream({ pull: controller => controller.error(new Error('no network')) })
  await expect(target?.save(new Response(failingStream), 'Maths.zip', async () => {})).rejects.toThrow(
    'no network',
  )
  await target?.discard()
  expect(savedFile).toMatchObject({ bytes: 0, state: 'aborted, removed' })
})

it('uses browser downloads if small or unsupported', async () => {
  const savedFile = stubSaveDialog('picked')
  expect([await chooseZipTarget('Maths.zip', 1000), savedFile.name]).toEqual([browserDownloads, ''])
  stubSaveDialog('not allowed')
  expect(await chooseZipTarget('Maths.zip', largeSize)).toBe(browserDownloads)
  stubSaveDialog('cancelled')
  expect(await chooseZipTarget('Maths.zip', largeSize)).toBeUndefined()
  vi.stubGlobal('window', {})
  expect(await chooseZipTarget('Maths.zip', largeSize)).toBe(browserDownloads)
})
