import { afterAll, beforeAll } from 'vitest'

/** Stubs object URLs for all tests of a file. They all have the same address, and nothing can be loaded from it. */
export function blobUrls(url = 'blob:test'): void {
  let before: Partial<Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>> = {}
  beforeAll(() => {
    const { createObjectURL, revokeObjectURL } = URL
    before = { createObjectURL, revokeObjectURL }
    Object.assign(URL, { createObjectURL: () => url, revokeObjectURL: () => undefined })
  })
  // Restore the originals, because test files share the page.
  afterAll(() => void Object.assign(URL, before))
}
