import type { IncomingMessage, ServerResponse } from 'node:http'

/** In ms, for a body or for `minUploadBytes`. */
export const bodyTimeoutMs = 60_000

/** 1 kB/s is less than any usable connection. */
export const minUploadBytes = 64 * 1024

/**
 * Ends a request without a complete body after 60 s, with 408 if no response has begun. An upload may take longer while
 * it makes progress, which Node's `requestTimeout` ignores.
 */
export function limitSlowBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  const { socket } = request
  let bytesBefore = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    const receivedBytes = socket.bytesRead - bytesBefore
    bytesBefore = socket.bytesRead
    if (isUpload(request) && !response.headersSent && receivedBytes >= minUploadBytes) return
    clearInterval(timer)
    if (!response.headersSent) {
      response.statusCode = 408
      // An earlier response on this connection is not complete.
      if (response.socket === null) return socket.destroy()
      socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
    socket.destroySoon()
  }, bodyTimeoutMs)
  timer.unref()
  request.once('close', () => clearInterval(timer))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isUpload = ({ headers }: IncomingMessage) => /^multipart\//i.test(headers['content-type'] ?? '')
