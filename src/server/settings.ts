import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isLanguage, type Language, languageCodes } from '../lib/language.ts'
import { isLocalAddress, readAddress } from './addresses.ts'
import { loopbackRanges, parseRanges } from './clientAddress.ts'
import {
  type DatabaseSettings,
  readDatabaseSettings,
  readSessionKey,
  requireSharedSettings,
} from './databaseSettings.ts'
import { type DocumentSettings, readDocumentSettings } from './documents/documentSettings.ts'

export type ForeignService = { url: string; clientId: string; clientSecret: string }

export type Settings = {
  /** Null if the service is part of this program. */
  foreign: ForeignService | null
  /** Of our own service. A null secret is created and stored in the data directory. */
  clientId: string
  clientSecret: string | null
  /** 256 bits as base64url. Null like `clientSecret`. */
  sessionKey: string | null
  /** Null for SQLite. */
  database: DatabaseSettings | null
  /** Null for http://localhost with the port. */
  publicUrl: string | null
  /** Their X-Forwarded headers are trusted. */
  trustedProxies: string[]
  timeZone: string
  dataDirectory: string
  host: string
  /** 0 for any free port. */
  port: number
  languages: string[]
  schoolLanguage: Language
  empty: boolean
  documentedOnly: boolean
  /** In bytes. */
  documentLimit: number
  documents: DocumentSettings
}

export type ReadSettings =
  | { settings: Settings }
  | { errors: string[] }
  | { help: true }
  | { newSecrets: true }

/** In bytes. A smaller limit would refuse most photos. */
const minDocumentLimit = 500_000
/** In bytes. Browsers have the whole file in memory, and proxies have time limits. */
const maxDocumentLimit = 200 * 1024 ** 2
const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

export const isLoopback = (host: string) => loopbackHosts.includes(host)

/** Returns one sentence for each invalid value. */
export function readSettings(
  environment: Record<string, string | undefined>,
  args: readonly string[],
): ReadSettings {
  const errors: string[] = []
  const flags = readFlags(args, errors)
  if (flags.help) return { help: true }
  if (flags.newSecrets) return { newSecrets: true }
  // Empty values in compose files count as missing.
  const getSetting = (name: string) => environment[name]?.trim() || undefined

  const database = readDatabaseSettings(getSetting, errors)
  if (database) requireSharedSettings(getSetting, errors)
  const sessionKey = readSessionKey(getSetting('SESSION_KEY'), errors)
  const port = readPort(getSetting('PORT'), errors)
  const host = getSetting('HOST') ?? '127.0.0.1'
  if (!/^[a-z0-9.:-]+$/i.test(host)) errors.push(`HOST is "${host}", which is not an address to listen on.`)
  const publicUrl = readAddress('PUBLIC_URL', getSetting('PUBLIC_URL'), errors)
  if (!isLoopback(host) && getSetting('PUBLIC_URL') === undefined) {
    errors.push(
      `HOST is ${host}: also set PUBLIC_URL to the address that users open, e.g. https://staffroom.example.`,
    )
  }
  const trustedProxies = readProxies(getSetting('TRUSTED_PROXY'), publicUrl, errors)
  const timeZone = getSetting('SCHOOL_TIME_ZONE') ?? 'Europe/Berlin'
  if (!isTimeZone(timeZone)) {
    errors.push(`SCHOOL_TIME_ZONE is "${timeZone}", which is not a time zone. Example: Europe/Berlin.`)
  }
  const languages = (getSetting('LANGUAGES') ?? languageCodes.join(',')).split(',').map(name => name.trim())
  if (languages.some(name => !isLanguage(name))) {
    errors.push(`LANGUAGES is "${languages.join(',')}", but only ${languageCodes.join(' and ')} exist.`)
  }
  const schoolLanguage = getSetting('SCHOOL_LANGUAGE') ?? languages.find(isLanguage) ?? 'en'
  if (!isLanguage(schoolLanguage)) {
    errors.push(`SCHOOL_LANGUAGE is "${schoolLanguage}", but it must be ${languageCodes.join(' or ')}.`)
  }
  const documentLimit = readSize('DOCUMENT_LIMIT', getSetting('DOCUMENT_LIMIT') ?? '20 MB', errors)
  const documents = readDocumentSettings(getSetting, errors)
  const foreign = readForeignService(getSetting, flags, errors)
  if (errors.length > 0) return { errors }
  return {
    settings: {
      foreign,
      clientId: getSetting('CLIENT_ID') ?? 'staffroom',
      clientSecret: getSetting('CLIENT_SECRET') ?? null,
      ...{ sessionKey, database },
      dataDirectory: resolve(getSetting('DATA_DIR') ?? 'data'),
      ...{ publicUrl, trustedProxies, timeZone, host, port, languages },
      schoolLanguage: isLanguage(schoolLanguage) ? schoolLanguage : 'en',
      empty: flags.empty,
      documentedOnly: flags.documentedOnly,
      ...{ documentLimit, documents },
    },
  }
}

const flagNames = {
  '--empty': 'empty',
  '--documented-only': 'documentedOnly',
  '--new-secrets': 'newSecrets',
  '--help': 'help',
  '-h': 'help',
} as const
type Flags = Record<(typeof flagNames)[keyof typeof flagNames], boolean>
const isFlag = (text: string): text is keyof typeof flagNames => Object.hasOwn(flagNames, text)

function readFlags(args: readonly string[], errors: string[]): Flags {
  const flags = {
    empty: false,
    documentedOnly: false,
    newSecrets: false,
    help: false,
  }
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    const text = token.kind === 'option' ? token.rawName : token.value
    const hasValue = token.kind === 'option' && token.value !== undefined
    if (isFlag(text) && !hasValue) flags[flagNames[text]] = true
    else
      errors.push(`${text} is not an option of Staffroom, or has a value that it does not take. See --help.`)
  }
  return flags
}

function readForeignService(
  getSetting: (name: string) => string | undefined,
  flags: Flags,
  errors: string[],
) {
  if (getSetting('SERVICE_URL') === undefined) return null
  const url = readAddress('SERVICE_URL', getSetting('SERVICE_URL'), errors)
  const clientId = getSetting('CLIENT_ID')
  const clientSecret = getSetting('CLIENT_SECRET')
  if (!clientId)
    errors.push('CLIENT_ID is missing. The service at SERVICE_URL issues it for this application.')
  if (!clientSecret)
    errors.push('CLIENT_SECRET is missing. The service at SERVICE_URL issues it with CLIENT_ID.')
  for (const [flag, isSet] of [
    ['DOCUMENT_LIMIT', getSetting('DOCUMENT_LIMIT') !== undefined],
    ['DOCUMENTS', getSetting('DOCUMENTS') !== undefined],
    ['--empty', flags.empty],
    ['SCHOOL_LANGUAGE', getSetting('SCHOOL_LANGUAGE') !== undefined],
    ['--documented-only', flags.documentedOnly],
  ] as const) {
    if (isSet)
      errors.push(`${flag} applies to Staffroom's own service only, but SERVICE_URL connects another one.`)
  }
  return url && clientId && clientSecret ? { url, clientId, clientSecret } : null
}

function readPort(text: string | undefined, errors: string[]): number {
  const port = Number(text ?? '4000')
  if (/^\d+$/.test(text ?? '4000') && port <= 65_535) return port
  errors.push(`PORT is "${text}", but a port must be a whole number from 0 to 65535.`)
  return 0
}

/** Parses `500000`, `500 kB` or `20 MB`, in steps of 1024. */
function readSize(name: string, text: string, errors: string[]): number {
  const [, number = '', unit = ''] = /^(\d{1,12}(?:\.\d+)?)\s*([kKM]?)B?$/.exec(text) ?? []
  const factor = unit === '' ? 1 : unit === 'M' ? 1024 ** 2 : 1024
  const bytes = Math.floor(Number(number || 'NaN') * factor)
  if (bytes >= minDocumentLimit && bytes <= maxDocumentLimit) return bytes
  errors.push(`${name} is "${text}", but it must be a size from 500 kB to 200 MB, in bytes or like 20 MB.`)
  return 0
}

/** By default an https address has a proxy on this machine. */
function readProxies(text: string | undefined, publicUrl: string | null, errors: string[]): string[] {
  if (text === undefined) return publicUrl && !isLocalAddress(publicUrl) ? loopbackRanges : []
  const ranges = text.split(/[\s,]+/).filter(Boolean)
  if (parseRanges(ranges)) return ranges
  errors.push(
    `TRUSTED_PROXY is "${text}", but it must be the addresses of your reverse proxies, separated by commas. Example: 10.0.0.2, 10.0.0.0/8.`,
  )
  return []
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
