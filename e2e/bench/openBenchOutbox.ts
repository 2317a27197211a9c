import type { Api } from '../../src/api/createApi.ts'
import { createOutbox } from '../../src/outbox/createOutbox.ts'
import type { OpenOutbox } from '../../src/outbox/OutboxContext.ts'

const always = { get: () => true, subscribe: () => () => undefined }

/** Returns a function as the app uses it for code that is loaded later. */
export const opened = <T>(promise: Promise<T>, current: T | undefined) =>
  Object.assign(() => promise, { current: () => current, subscribe: () => () => undefined })

/** Opens an empty outbox in memory. */
export async function openBenchOutbox(api: Api): Promise<OpenOutbox> {
  const outbox = createOutbox({
    userId: 1,
    key: undefined,
    call: api.call,
    kinds: [],
    indexedDB: undefined,
    locks: undefined,
    openChannel: () => undefined,
    active: always,
    online: always,
  })
  return opened(outbox, await outbox)
}
