import { expect, it } from 'vitest'
import { trustDemoScripts } from './startDemo.ts'

function policyOf(origin: string) {
  const policies: [string, { createScriptURL: (url: string) => string }][] = []
  const trustedTypes = {
    createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) =>
      policies.push([name, rules]),
  }
  trustDemoScripts({ trustedTypes }, origin)
  return policies[0]
}

it('allows scripts of its own origin only', () => {
  const [name, rules] = policyOf('https://demo.example') ?? []
  expect(name).toBe('default')
  expect(rules?.createScriptURL('/mockServiceWorker.js')).toBe('/mockServiceWorker.js')
  for (const url of [
    'https://evil.example/a.js',
    '//evil.example/a.js',
    'data:text/javascript,1',
    'blob:null/1',
  ]) {
    expect(() => rules?.createScriptURL(url)).toThrow('does not belong')
  }
})

it('does not throw in a browser without Trusted Types', () => {
  expect(() => trustDemoScripts({}, 'https://demo.example')).not.toThrow()
})
