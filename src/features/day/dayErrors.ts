import { ApiError } from '../../api/client/ApiError.ts'

/** The service may lack the extension, or not allow it. */
export const isUnavailable = (error: Error | null): boolean =>
  error instanceof ApiError && ['unsupported', 'forbidden', 'noScope', 'notFound'].includes(error.kind)
