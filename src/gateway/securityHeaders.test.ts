import { expect, it } from 'vitest'
import { contentSecurityPolicy, dataHeaders, securityHeaders } from './securityHeaders.ts'

const sources = (directive: string) =>
  contentSecurityPolicy
    .split('; ')
    .find(part => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1)

it('the CSP allows only our own scripts and workers', () => {
  expect(sources('script-src')).toEqual(["'self'"])
  expect(sources('worker-src')).toEqual(["'self'"])
  expect(sources('require-trusted-types-for')).toEqual(["'script'"])
  for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
    expect(sources(directive)).toEqual(["'none'"])
})

it('the CSP allows connections and forms to our own origin only', () => {
  expect(sources('connect-src')).toEqual(["'self'"])
  expect(sources('default-src')).toEqual(["'self'"])
  expect(sources('form-action')).toEqual(["'self'"])
})

it('the headers disable the referrer, caching and type sniffing', () => {
  expect(securityHeaders['Referrer-Policy']).toBe('no-referrer')
  expect(dataHeaders).toMatchObject({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
})

it('only our own pages may use the microphone, and no page the camera', () => {
  const permissions = securityHeaders['Permissions-Policy']?.split(', ')
  expect(permissions).toContain('microphone=(self)')
  expect(permissions).toContain('camera=()')
})
