import { resolve } from 'node:path'

/** An S3-compatible service: radosgw, MinIO or Amazon. */
export type S3Settings = {
  kind: 's3'
  /** Origin, such as `https://s3.example:9000`. */
  endpoint: string
  region: string
  bucket: string
  /** Beginning of all keys, e.g. `staffroom/`. May be empty. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Where the bytes of documents are stored. */
export type DocumentSettings = { kind: 'table' } | { kind: 'folder'; path: string } | S3Settings

const ofS3 = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Reads DOCUMENTS and the related settings: `table`, a folder, or `s3://bucket/prefix`. */
export function readDocuments(
  given: (name: string) => string | undefined,
  wrong: string[],
): DocumentSettings {
  const text = given('DOCUMENTS') ?? 'table'
  if (/^s3:/i.test(text)) return readS3(text, given, wrong)
  for (const name of ofS3) {
    if (given(name) !== undefined)
      wrong.push(`${name} is about S3, but DOCUMENTS names no bucket: s3://bucket or s3://bucket/prefix.`)
  }
  if (text === 'table') return { kind: 'table' }
  if (/^[a-z][a-z0-9+-]+:\/\//i.test(text))
    wrong.push(`DOCUMENTS is "${text}", but it is table, a folder, or s3://bucket/prefix.`)
  return { kind: 'folder', path: resolve(text) }
}

function readS3(text: string, given: (name: string) => string | undefined, wrong: string[]): S3Settings {
  const [, bucket = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? []
  const prefix = path.replace(/\/+$/, '')
  if (bucket === '' || !/^(?:[\w.-]+\/)*[\w.-]*$/.test(prefix))
    wrong.push(
      `DOCUMENTS is "${text}", but a bucket is named as s3://bucket or s3://bucket/prefix, in small letters, digits and hyphens.`,
    )
  const missing = ofS3.filter(name => name !== 'S3_REGION' && given(name) === undefined)
  if (missing.length > 0) wrong.push(`${missing.join(' and ')} must be set with DOCUMENTS ${text}.`)
  return {
    kind: 's3',
    endpoint: readEndpoint(given('S3_ENDPOINT'), wrong),
    region: given('S3_REGION') ?? 'us-east-1',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: given('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: given('S3_SECRET_ACCESS_KEY') ?? '',
  }
}

/** Reads the origin of S3. Plain http is allowed for private networks, e.g. of containers on one machine. */
function readEndpoint(text: string | undefined, wrong: string[]): string {
  if (text === undefined) return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHost = url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/'
  if (isHost && !url.username && !url.password && !url.search && !url.hash) return url.origin
  wrong.push('S3_ENDPOINT is no address of a host alone: give one such as https://s3.example:9000.')
  return ''
}
