import { ApiError } from '../../api/client/ApiError.ts'
import type { StoredError, Write } from './Writes.ts'

/** Whether no service processed the request. */
export const isOutage = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'offline' || [502, 503, 504].includes(error.status ?? 0))

/** Whether the same request may succeed later. */
export const isTransient = ({ kind, status }: ApiError) =>
  kind === 'offline' || kind === 'busy' || kind === 'signedOut' || (kind === 'server' && status !== 501)

/** Returns why the service refused a write, in its own words. Undefined for other errors. */
export const getRefusalText = ({ kind, fields, serviceMessage }: StoredError): string | undefined =>
  ['invalid', 'conflict', 'forbidden'].includes(kind)
    ? (Object.values(fields)[0] ?? serviceMessage)
    : undefined

/** Error of data that does not match the endpoint. */
export const unexpectedError: NonNullable<Write['error']> = {
  kind: 'offContract',
  status: undefined,
  serviceMessage: undefined,
  fields: {},
  scope: undefined,
  retryAt: undefined,
}
