import { setImmediate } from 'node:timers/promises'
import React from 'react'
import { flushSync } from 'react-dom'

/**
 * React's production build has no `act`, which Testing Library calls when it renders. Renders at once. Updates by effects
 * are rendered when the returned promise is fulfilled: React schedules them with `setImmediate`, too.
 */
async function act(callback: () => unknown): Promise<unknown> {
  const result = await flushSync(callback)
  await setImmediate()
  await setImmediate()
  return result
}

Object.assign(React, { act })
