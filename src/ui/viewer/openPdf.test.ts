import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isTimeout } from '../../lib/timeLimit.ts'
import { openPdf } from './openPdf.ts'

const getDocument = vi.hoisted(() => vi.fn())
vi.mock('pdfjs-dist', () => ({
  version: '1',
  getDocument,
  PDFWorker: { create: () => ({ destroy() {} }) },
}))
vi.mock('pdfjs-dist/build/pdf.worker.min.mjs?url', () => ({ default: '' }))
vi.mock('../trustedWorker.ts', () => ({
  startTrustedWorker: () => Object.assign(new EventTarget(), { terminate() {} }),
}))
const open = (loading: Promise<unknown>) => {
  getDocument.mockReturnValue({ promise: loading, destroy: async () => {} })
  return openPdf(new Blob(['%PDF-1.4']))
}

beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('too slow', 'TimeoutError')), 10)
    return controller.signal
  })
})
afterEach(() => void vi.restoreAllMocks())

it('a slow PDF is not damaged', async () => {
  expect(isTimeout(await open(new Promise(() => {})).catch(error => error))).toBe(true)
})

it('a damaged or locked PDF is not slow', async () => {
  expect(await open(Promise.reject(new Error('no pages')))).toMatchObject({ reason: 'brokenPdf' })
  const locked = Object.assign(new Error('locked'), { name: 'PasswordException' })
  expect(await open(Promise.reject(locked))).toMatchObject({ reason: 'locked' })
})
