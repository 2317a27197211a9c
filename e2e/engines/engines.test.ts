import { expect, it } from 'vitest'
import { engines, getSkipReason } from './engines.ts'

it('a missing browser is named with its Debian packages', () => {
  const missing = { ...engines.webKit, isInstalled: () => false }
  expect(getSkipReason(missing)).toBe(
    'WebKit is not installed. On Debian: apt-get install webkit2gtk-driver xvfb',
  )
  expect(getSkipReason({ ...missing, isInstalled: () => true })).toBeUndefined()
})
