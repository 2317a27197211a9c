import { decodeUtf8, readBytes } from '../http/readBody.ts'

/** Undefined if the body is longer than `limit` bytes, breaks off, or is not JSON. */
export const readJson = (source: Request | Response, limit: number): Promise<unknown> =>
  readBytes(source, limit)
    .then(bytes => JSON.parse(decodeUtf8(bytes)))
    .catch(() => undefined)
