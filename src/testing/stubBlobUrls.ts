import { afterAll, beforeAll } from 'vitest'

/** Stubs object URLs for all tests of a file. */
export function stubBlobUrls(url = 'blob:test'): void {
  let originals: Partial<Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>> = {}
  beforeAll(() => {
    const { createObjectURL, revokeObjectURL } = URL
    originals = { createObjectURL, revokeObjectURL }
    Object.assign(URL, { createObjectURL: () => url, revokeObjectURL: () => undefined })
  })
  afterAll(() => void Object.assign(URL, originals))
}
