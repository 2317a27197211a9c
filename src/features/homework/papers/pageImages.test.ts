import { afterEach, expect, it, vi } from 'vitest'
import { createPageImages } from './pageImages.ts'

afterEach(() => void vi.restoreAllMocks())

const { signal } = new AbortController()

it('a page that was too slow can be tried again, and a damaged one can’t', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const draw = vi.fn(() => new Promise<HTMLCanvasElement>(() => {}))
  const images = createPageImages({ draw })
  const first = images.load(0, signal)
  await vi.waitFor(() => expect(draw).toHaveBeenCalled())
  limit.abort(new DOMException('too slow', 'TimeoutError'))
  expect(await first).toBe('slow')
  expect(images.get(0)).toBeUndefined()
  draw.mockRejectedValue(new Error('damaged'))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  expect(await images.load(0, signal)).toBe('damaged')
  expect(images.get(0)).toBe('damaged')
})
