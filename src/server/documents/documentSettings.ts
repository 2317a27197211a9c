import { resolve } from 'node:path'

/** S3-compatible: radosgw, MinIO or Amazon. */
export type S3Settings = {
  kind: 's3'
  endpoint: string
  region: string
  bucket: string
  /** Prefix of all keys, e.g. `staffroom/`. May be empty. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export type DocumentSettings = { kind: 'table' } | { kind: 'folder'; path: string } | S3Settings

const s3SettingNames = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

export function readDocumentSettings(
  getSetting: (name: string) => string | undefined,
  errors: string[],
): DocumentSettings {
  const text = getSetting('DOCUMENTS') ?? 'table'
  if (/^s3:/i.test(text)) return readS3(text, getSetting, errors)
  for (const name of s3SettingNames) {
    if (getSetting(name) !== undefined)
      errors.push(`${name} applies to S3 only, but DOCUMENTS is not s3://bucket or s3://bucket/prefix.`)
  }
  if (text === 'table') return { kind: 'table' }
  if (/^[a-z][a-z0-9+-]+:\/\//i.test(text))
    errors.push(`DOCUMENTS is "${text}", but it must be table, a folder, or s3://bucket/prefix.`)
  return { kind: 'folder', path: resolve(text) }
}

function readS3(
  text: string,
  getSetting: (name: string) => string | undefined,
  errors: string[],
): S3Settings {
  const [, bucket = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? []
  const prefix = path.replace(/\/+$/, '')
  if (bucket === '' || !/^(?:[\w.-]+\/)*[\w.-]*$/.test(prefix))
    errors.push(
      `DOCUMENTS is "${text}", but it must be s3://bucket or s3://bucket/prefix, in lower-case letters, digits and hyphens.`,
    )
  const missing = s3SettingNames.filter(name => name !== 'S3_REGION' && getSetting(name) === undefined)
  if (missing.length > 0) errors.push(`${missing.join(' and ')} must be set with DOCUMENTS ${text}.`)
  return {
    kind: 's3',
    endpoint: readEndpoint(getSetting('S3_ENDPOINT'), errors),
    region: getSetting('S3_REGION') ?? 'us-east-1',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: getSetting('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: getSetting('S3_SECRET_ACCESS_KEY') ?? '',
  }
}

/** Plain http is allowed for private networks. */
function readEndpoint(text: string | undefined, errors: string[]): string {
  if (text === undefined) return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHost = url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/'
  if (isHost && !url.username && !url.password && !url.search && !url.hash) return url.origin
  errors.push('S3_ENDPOINT must be the address of a host without a path. Example: https://s3.example:9000.')
  return ''
}
