import { afterAll, beforeAll } from 'vitest'

/** Gives blobs an address in the tests of a file. It is always the same one, and nothing can be loaded from it. */
export function blobUrls(url = 'blob:test'): void {
  let before: Partial<Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>> = {}
  beforeAll(() => {
    const { createObjectURL, revokeObjectURL } = URL
    before = { createObjectURL, revokeObjectURL }
    Object.assign(URL, { createObjectURL: () => url, revokeObjectURL: () => undefined })
  })
  // Test files share the page, and the next one needs what was there before.
  afterAll(() => void Object.assign(URL, before))
}
