import { generatePath } from 'react-router'
import { expect, it } from 'vitest'
import { screenList } from '../screens.ts'
import { fc } from '../testing/fastCheck.ts'
import { safeReturnTo } from './signIn.ts'

it('safeReturnTo keeps paths of the app with query and fragment', () => {
  for (const path of [
    '/',
    '/classes/7/timetable',
    '/classes/7/timetable?week=2026-W47&view=day#now',
    '/chats/3',
    '/settings/tokens',
  ]) {
    expect(safeReturnTo(path)).toBe(path)
  }
})

it('safeReturnTo returns / for other origins and unknown paths', () => {
  for (const text of [
    null,
    '',
    'classes/7',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/classes//evil.example',
    '/classes/%2e%2e/%2e%2e/evil',
    '/classes/../sign-in',
    '/classes/%252fevil',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    ' /classes/7',
    'https://app.example/classes/7',
    '/sign-in/callback?code=1',
    '/auth/oauth2/authorize',
    '/classes2/7',
    `/classes/${'7'.repeat(3000)}`,
  ]) {
    expect(safeReturnTo(text)).toBe('/')
  }
})

it('safeReturnTo accepts all screens that need a session', () => {
  const ids = { courseId: '7', homeworkId: '3', userId: '13', folderId: '4', chatId: '2', lessonId: '5' }
  const addresses = screenList.map(({ path, isPublic }) => [generatePath<string>(path, ids), !isPublic])
  expect(addresses.map(([address]) => [address, safeReturnTo(String(address)) === address])).toEqual(
    addresses,
  )
  expect(safeReturnTo('/classes/7')).toBe('/classes/7')
  expect(safeReturnTo('/classes/7/attic')).toBe('/')
  expect(safeReturnTo('/settings')).toBe('/')
})

it('safeReturnTo never leaves the origin, for random input', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '..',
      '.',
      '%2f',
      '%5C',
      '%00',
      '\t',
      '@',
      ':',
      '?',
      '#',
      'classes',
      'evil.example',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const safe = safeReturnTo(`/${pieces.join('')}`)
      const url = new URL(safe, 'https://app.example')
      expect(url.origin).toBe('https://app.example')
      expect(['', 'classes', 'chats', 'settings']).toContain(url.pathname.split('/')[1])
      expect(url.pathname + url.search + url.hash).toBe(safe)
    }),
    { numRuns: 2000 },
  )
})
