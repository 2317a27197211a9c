import { afterAll, beforeAll } from 'vitest'

/** Gives blobs an address, which jsdom lacks. It is always the same one, and nothing can be loaded from it. */
export function blobUrls(url = 'blob:test'): void {
  beforeAll(() => {
    Object.assign(URL, { createObjectURL: () => url, revokeObjectURL: () => undefined })
  })
  afterAll(() => {
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
  })
}
