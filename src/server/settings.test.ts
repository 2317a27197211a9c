import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSample } from '../testing/testProxy.ts'
import { createSecrets } from './secrets.ts'
import { readSettings } from './settings.ts'

const errorsOf = (environment: Record<string, string>, args: string[] = []) => {
  const read = readSettings(environment, args)
  return 'errors' in read ? read.errors : []
}

it('needs no setting', () => {
  expect(readSettings({}, [])).toMatchObject({
    settings: {
      foreign: null,
      port: 4000,
      host: '127.0.0.1',
      timeZone: 'Europe/Berlin',
      publicUrl: null,
      empty: false,
    },
  })
  expect(errorsOf({ PORT: '', SERVICE_URL: ' ' })).toEqual([])
})

it('trusts proxies on this machine with https, otherwise the configured ones', () => {
  const readTrustedProxies = (environment: Record<string, string>) => {
    const read = readSettings(environment, [])
    return 'settings' in read && read.settings.trustedProxies
  }
  const PUBLIC_URL = 'https://staffroom.example'
  expect(readTrustedProxies({})).toEqual([])
  expect(readTrustedProxies({ PUBLIC_URL: 'https://localhost:4000' })).toEqual([])
  expect(readTrustedProxies({ PUBLIC_URL })).toEqual(['127.0.0.0/8', '::1'])
  expect(readTrustedProxies({ PUBLIC_URL, TRUSTED_PROXY: '10.0.0.2, fd00::/8' })).toEqual([
    '10.0.0.2',
    'fd00::/8',
  ])
})

it('creates the school in SCHOOL_LANGUAGE, by default the first of LANGUAGES', () => {
  const readSchoolLanguage = (environment: Record<string, string>) => {
    const read = readSettings(environment, [])
    return 'settings' in read && read.settings.schoolLanguage
  }
  expect(readSchoolLanguage({})).toBe('en')
  expect(readSchoolLanguage({ LANGUAGES: 'de,en' })).toBe('de')
  expect(readSchoolLanguage({ LANGUAGES: 'de,en', SCHOOL_LANGUAGE: 'en' })).toBe('en')
  expect(readSchoolLanguage({ SCHOOL_LANGUAGE: 'de' })).toBe('de')
})

const shared = {
  DATABASE_URL: 'postgres://staffroom:secret@db.example/staffroom',
  PUBLIC_URL: 'https://staffroom.example',
  CLIENT_SECRET: 'b',
  SESSION_KEY: 'k'.repeat(43),
  DOCUMENTS: '/srv/files',
}
const foreign = { SERVICE_URL: 'https://school.example', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }

describe('readSettings reports with one message each', () => {
  it.each<[string, Record<string, string>, string[]?]>([
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['HOST', { HOST: 'not a host', PUBLIC_URL: 'https://a.example' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'staffroom' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://staffroom.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://staffroom.example/app' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '10.0.0' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '10.0.0.0/33' }],
    ['TRUSTED_PROXY', { TRUSTED_PROXY: '10.0.0.1, all' }],
    ['SCHOOL_TIME_ZONE', { SCHOOL_TIME_ZONE: 'Berlin' }],
    ['LANGUAGES', { LANGUAGES: 'en,fr' }],
    ['SCHOOL_LANGUAGE', { SCHOOL_LANGUAGE: 'fr' }],
    ['SCHOOL_LANGUAGE', { ...foreign, SCHOOL_LANGUAGE: 'de' }],
    ['--faults', {}, ['--faults']],
    ['DATABASE_URL', { ...shared, DATABASE_URL: 'postgres://a' }],
    ['DATABASE_URL', { ...shared, DATABASE_URL: 'mysql://a/b' }],
    ['DATABASE_DIRECT_URL', { ...shared, DATABASE_DIRECT_URL: 'a' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://a/b' }],
    ['DATABASE_CONNECTIONS', { ...shared, DATABASE_CONNECTIONS: '1' }],
    ['CLIENT_SECRET', { ...shared, CLIENT_SECRET: '' }],
    ['SESSION_KEY', { ...shared, SESSION_KEY: '' }],
    ['SESSION_KEY', { ...shared, SESSION_KEY: 'short' }],
    ['PUBLIC_URL', { ...shared, PUBLIC_URL: '' }],
    ['DOCUMENTS', { ...shared, DOCUMENTS: '' }],
    ['SERVICE_URL', { ...foreign, SERVICE_URL: 'http://school.example' }],
    ['SERVICE_URL', { ...foreign, SERVICE_URL: 'ftp://school.example' }],
    ['SERVICE_URL', { ...foreign, SERVICE_URL: 'https://u:p@school.example' }],
    ['SERVICE_URL', { ...foreign, SERVICE_URL: 'https://school.example/api/v2' }],
    ['CLIENT_ID', { ...foreign, CLIENT_ID: '' }],
    ['CLIENT_SECRET', { ...foreign, CLIENT_SECRET: '' }],
    ['--empty', foreign, ['--empty']],
    ['DOCUMENT_LIMIT', { ...foreign, DOCUMENT_LIMIT: '10 MB' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: 'large' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: '0' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: '1kB' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: '499999' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: '-5 MB' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: '2 GB' }],
    ['DOCUMENT_LIMIT', { DOCUMENT_LIMIT: '201 MB' }],
    ['--emtpy', {}, ['--emtpy']],
    ['--empty', {}, ['--empty=yes']],
    ['extra', {}, ['extra']],
  ])('%s %j', (name, environment, args) => {
    const errors = errorsOf(environment, args)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(name)
  })

  it('all errors at once', () => {
    expect(
      errorsOf({ PORT: 'x', SCHOOL_TIME_ZONE: 'x', LANGUAGES: 'x', SERVICE_URL: 'x' }, ['--x']),
    ).toHaveLength(6)
  })

  it('an invalid URL without its password', () => {
    expect(errorsOf({ ...foreign, SERVICE_URL: 'https://u:hidden@school.example' }).join()).not.toContain(
      'hidden',
    )
  })
})

it('accepts an http service on this machine, and returns help', () => {
  expect(readSettings({ ...foreign, SERVICE_URL: 'http://localhost:4100/' }, [])).toMatchObject({
    settings: { foreign: { url: 'http://localhost:4100' } },
  })
  expect(readSettings({ PORT: 'x' }, ['--help'])).toEqual({ help: true })
})

it.each([
  [undefined, 20 * 1024 * 1024],
  ['500000', 500_000],
  ['500 kB', 512_000],
  ['1.5MB', 1_572_864],
  ['200 MB', 209_715_200],
])('reads a size: %s', (text, documentLimit) => {
  expect(readSettings(text === undefined ? {} : { DOCUMENT_LIMIT: text }, [])).toMatchObject({
    settings: { documentLimit },
  })
})

it('accepts the settings of docs/scale.md for every process', () => {
  const [clientSecret = '', sessionKey = ''] = createSecrets().split('\n')
  const text = readSample('scale.md', 'staffroom.env')
    .replace('CLIENT_SECRET=the first line of --new-secrets', clientSecret)
    .replace('SESSION_KEY=the second line of --new-secrets', sessionKey)
  expect(readSettings(parseEnv(text), [])).toMatchObject({
    settings: {
      publicUrl: 'https://staffroom.example',
      trustedProxies: ['10.0.0.5', '10.0.0.6'],
      database: { directUrl: 'postgres://staffroom:a%20password@10.0.0.10:5432/staffroom', connections: 10 },
    },
  })
})
