import { ApiError } from '../../api/client/ApiError.ts'
import type { Write } from './Writes.ts'

/** Whether no service processed the request: no response, or the gateway could not reach the service. */
export const isOutage = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'offline' || [502, 503, 504].includes(error.status ?? 0))

/** Whether the request can be sent again later without a change. */
export const isTransient = ({ kind, status }: ApiError) =>
  kind === 'offline' || kind === 'busy' || kind === 'signedOut' || (kind === 'server' && status !== 501)

/** An error that is not from the request: data that does not match the endpoint. */
export const unexpectedError: NonNullable<Write['error']> = {
  kind: 'offContract',
  status: undefined,
  said: undefined,
  fields: {},
  scope: undefined,
  retryAt: undefined,
}
