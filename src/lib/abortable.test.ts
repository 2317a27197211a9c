import { expect, it } from 'vitest'
import { abortable } from './abortable.ts'

const never = new Promise<string>(() => {})

it('settles like the promise', async () => {
  const { signal } = new AbortController()
  expect(await abortable(Promise.resolve('done'), signal)).toBe('done')
  await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
})

it('rejects as soon as it is aborted, and if it was aborted before', async () => {
  const controller = new AbortController()
  const result = abortable(never, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(result).rejects.toThrow('cancelled')
  await expect(abortable(never, controller.signal)).rejects.toThrow('cancelled')
})
