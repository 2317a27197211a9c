import type { ApiError } from '../../api/client/ApiError.ts'
import type { StoredError } from './Entry.ts'

/** Whether the same request may succeed later. */
export const isTransient = ({ kind, status }: ApiError) =>
  kind === 'offline' || kind === 'busy' || kind === 'signedOut' || (kind === 'server' && status !== 501)

/** Returns why the service refused a write, in its own words. Undefined for other errors. */
export const getRefusalText = ({ kind, fields, serviceMessage }: StoredError): string | undefined =>
  ['invalid', 'conflict', 'forbidden', 'tooLarge'].includes(kind)
    ? (Object.values(fields)[0] ?? serviceMessage)
    : undefined

/** Error of data that does not match the endpoint. */
export const unexpectedError: StoredError = {
  kind: 'offContract',
  status: undefined,
  serviceMessage: undefined,
  fields: {},
  scope: undefined,
  retryAt: undefined,
}
