import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { isLanguage, type Language, languageCodes } from '../lib/language.ts'
import { isAddressRange } from './clientAddress.ts'

/** S3-compatible: radosgw, MinIO or Amazon. `prefix` is empty or ends with a slash. */
export type S3Settings = {
  kind: 's3'
  bucket: string
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type DocumentSettings = { kind: 'folder'; path: string } | S3Settings

/** `directUrl` bypasses a pooler in transaction mode. */
export type DatabaseSettings = { url: string; directUrl: string; connections: number }

export type Settings = NonNullable<ReturnType<typeof toSettings>>

type ReadSettings = { settings: Settings } | { errors: string[] } | { help: true } | { newSecrets: true }

const localHosts = ['localhost', '127.0.0.1', '[::1]']

export const isLocalAddress = (url: string) => localHosts.includes(new URL(url).hostname)

export const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host)

/** `description` completes the sentence "PORT must be …". */
const text = (description: string, isValid: (value: string) => boolean) =>
  z.string().check(z.refine(isValid, { error: description }))

const number = (min: number, max: number) =>
  z.pipe(
    text(
      `a whole number from ${min} to ${max}`,
      value => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
    ),
    z.transform(Number),
  )

/** Plain http sends passwords unencrypted, so only this machine may use it. */
const address = z.pipe(
  text('an https address without a path, e.g. https://school.example, or http on this machine', value => {
    if (!isHostAddress(value)) return false
    return value.startsWith('https:') || isLocalAddress(value)
  }),
  z.transform(value => new URL(value).origin),
)

function isHostAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

const postgresAddress = text(
  'an address of PostgreSQL, e.g. postgres://user:password@host:5432/name',
  value => {
    if (!URL.canParse(value)) return false
    const { protocol, hostname, pathname, searchParams } = new URL(value)
    const hasHost = hostname !== '' || searchParams.has('host')
    return /^postgres(?:ql)?:$/.test(protocol) && hasHost && pathname.length > 1
  },
)

/** Parses `500000`, `500 kB` or `20 MB`, in steps of 1024. */
function readSize(value: string): number {
  const [, size = 'NaN', unit = ''] = /^(\d{1,12}(?:\.\d+)?)\s*([kKM]?)B?$/.exec(value) ?? []
  return Math.floor(Number(size) * (unit === '' ? 1 : unit === 'M' ? 1024 ** 2 : 1024))
}

const splitNames = (value: string) => value.split(/[\s,]+/).filter(Boolean)

const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?((?:[\w.-]+\/)*[\w.-]*)$/

const Environment = z.object({
  PORT: z._default(number(0, 65_535), 4000),
  HOST: z._default(
    text('an address to listen on', value => /^[a-z0-9.:-]+$/i.test(value)),
    '127.0.0.1',
  ),
  PUBLIC_URL: z.optional(address),
  TRUSTED_PROXY: z.optional(
    text('the addresses of your reverse proxies, e.g. 10.0.0.2, 10.0.0.0/8', value =>
      splitNames(value).every(isAddressRange),
    ),
  ),
  DATA_DIR: z._default(z.string(), 'data'),
  SCHOOL_TIME_ZONE: z._default(text('a time zone, e.g. Europe/Berlin', isTimeZone), 'Europe/Berlin'),
  LANGUAGES: z._default(
    text(`some of ${languageCodes.join(', ')}`, value => splitNames(value).every(isLanguage)),
    languageCodes.join(','),
  ),
  SCHOOL_LANGUAGE: z.optional(text(`one of ${languageCodes.join(', ')}`, isLanguage)),
  DOCUMENT_LIMIT: z._default(
    // A smaller limit would refuse most photos. Browsers have the whole file in memory, and proxies have time limits.
    text('a size from 500 kB to 200 MB, in bytes or like 20 MB', value => {
      const size = readSize(value)
      return size >= 500_000 && size <= 200 * 1024 ** 2
    }),
    '20 MB',
  ),
  DOCUMENTS: z.optional(
    text('a folder, or s3://bucket/prefix in lower-case letters, digits and hyphens', value =>
      /^[a-z][a-z0-9+-]+:/i.test(value) ? s3Pattern.test(value) : true,
    ),
  ),
  S3_ENDPOINT: z.optional(
    text('the address of a host without a path, e.g. https://s3.example:9000', isHostAddress),
  ),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  SERVICE_URL: z.optional(address),
  CLIENT_ID: z.optional(z.string()),
  CLIENT_SECRET: z.optional(z.string()),
  SESSION_KEY: z.optional(
    text('43 letters, digits, - and _, as npm start -- --new-secrets prints it', value =>
      /^[\w-]{43}$/.test(value),
    ),
  ),
  DATABASE_URL: z.optional(postgresAddress),
  DATABASE_DIRECT_URL: z.optional(postgresAddress),
  DATABASE_CONNECTIONS: z._default(number(2, 1000), 10),
})

type Environment = z.output<typeof Environment>

const s3Names = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

const options = {
  empty: { type: 'boolean', default: false },
  'new-secrets': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Returns one sentence for each invalid value. Values are not repeated, because they may contain passwords. */
export function readSettings(
  environment: Record<string, string | undefined>,
  args: readonly string[],
): ReadSettings {
  const errors: string[] = []
  const flags = readFlags(args, errors)
  if (flags?.help) return { help: true }
  if (flags?.['new-secrets']) return { newSecrets: true }
  // Empty values in compose files count as missing.
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const { data, error } = Environment.safeParse(given)
  for (const { path, message } of error?.issues ?? []) errors.push(`${String(path[0])} must be ${message}.`)
  const isSet = (name: string) => name in given || flags?.[name.slice(2) as 'empty'] === true
  const requireWith = (name: string, needed: readonly string[], advice = '') => {
    const missing = needed.filter(other => !isSet(other))
    if (isSet(name) && missing.length > 0)
      errors.push(`${missing.join(' and ')} must be set with ${name}${advice}.`)
  }
  requireWith('SERVICE_URL', ['CLIENT_ID', 'CLIENT_SECRET'], ': the service issues them')
  requireWith('DATABASE_URL', ['PUBLIC_URL'], ', to the address that users open')
  requireWith('DATABASE_URL', ['CLIENT_SECRET', 'SESSION_KEY'], ', to the same values in every process')
  if (!isSet('SERVICE_URL'))
    requireWith('DATABASE_URL', ['DOCUMENTS'], ', to S3 or a folder of all processes')
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_CONNECTIONS']) requireWith(name, ['DATABASE_URL'])
  if (given.DOCUMENTS?.startsWith('s3:')) requireWith('DOCUMENTS', s3Names)
  else for (const name of s3Names.filter(isSet)) errors.push(`${name} applies only to DOCUMENTS=s3://bucket.`)
  if (given.HOST && !isLoopback(given.HOST))
    requireWith('HOST', ['PUBLIC_URL'], ', to the address that users open')
  const own = ['DOCUMENT_LIMIT', 'DOCUMENTS', 'SCHOOL_LANGUAGE', '--empty']
  if (isSet('SERVICE_URL'))
    for (const name of own.filter(isSet))
      errors.push(`${name} applies only to Staffroom's own service, but SERVICE_URL connects another one.`)
  return data && flags && errors.length === 0 ? { settings: toSettings(data, flags) } : { errors }
}

function readFlags(args: readonly string[], errors: string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    errors.push(`${error instanceof Error ? error.message.split('. ')[0] : error}. See --help.`)
    return undefined
  }
}

type Flags = { empty: boolean }

function toSettings(environment: Environment, flags: Flags) {
  const dataDirectory = resolve(environment.DATA_DIR)
  const { DATABASE_URL, PUBLIC_URL, SERVICE_URL, TRUSTED_PROXY } = environment
  const languages = splitNames(environment.LANGUAGES)
  const isPublished = PUBLIC_URL !== undefined && !isLocalAddress(PUBLIC_URL)
  return {
    /** Null if the service is part of this program. */
    foreign:
      SERVICE_URL === undefined
        ? null
        : {
            url: SERVICE_URL,
            clientId: environment.CLIENT_ID ?? '',
            clientSecret: environment.CLIENT_SECRET ?? '',
          },
    /** Of our own service. A null secret is created and stored in the data directory. */
    clientId: environment.CLIENT_ID ?? 'staffroom',
    clientSecret: environment.CLIENT_SECRET ?? null,
    /** 256 bits as base64url. Null like `clientSecret`. */
    sessionKey: environment.SESSION_KEY ?? null,
    /** Null for SQLite. */
    database:
      DATABASE_URL === undefined
        ? null
        : {
            url: DATABASE_URL,
            directUrl: environment.DATABASE_DIRECT_URL ?? DATABASE_URL,
            connections: environment.DATABASE_CONNECTIONS,
          },
    /** Null for http://localhost with the port. */
    publicUrl: PUBLIC_URL ?? null,
    /** Their X-Forwarded headers are trusted. By default an https address has a proxy on this machine. */
    trustedProxies: TRUSTED_PROXY ? splitNames(TRUSTED_PROXY) : isPublished ? ['127.0.0.0/8', '::1'] : [],
    timeZone: environment.SCHOOL_TIME_ZONE,
    dataDirectory,
    host: environment.HOST,
    /** 0 for any free port. */
    port: environment.PORT,
    languages,
    schoolLanguage: (environment.SCHOOL_LANGUAGE ?? languages[0] ?? 'en') as Language,
    empty: flags.empty,
    /** In bytes. */
    documentLimit: readSize(environment.DOCUMENT_LIMIT),
    documents: readDocumentSettings(environment, dataDirectory),
  }
}

function readDocumentSettings(environment: Environment, dataDirectory: string): DocumentSettings {
  const { DOCUMENTS = resolve(dataDirectory, 'documents') } = environment
  const [, bucket, prefix = ''] = s3Pattern.exec(DOCUMENTS) ?? []
  if (bucket === undefined) return { kind: 'folder', path: resolve(DOCUMENTS) }
  return {
    kind: 's3',
    bucket,
    prefix: prefix.replace(/[^/]$/, '$&/'),
    endpoint: new URL(environment.S3_ENDPOINT ?? '').origin,
    region: environment.S3_REGION,
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
