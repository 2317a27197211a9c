import type { IncomingMessage, ServerResponse } from 'node:http'

/** Time for a body to arrive, and interval in which an upload must make progress, in ms. */
export const bodyTimeoutMs = 60_000

/** An upload makes progress if at least this many bytes arrive per interval: 1 kB/s, slower than any usable line. */
export const minUploadBytes = 64 * 1024

/**
 * Ends a request whose body does not arrive within 60 s: 408 if nothing was answered yet. An upload that was not answered
 * may take longer as long as it makes progress. Node's own `requestTimeout` does not see progress.
 */
export function limitSlowBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  const { socket } = request
  let bytesBefore = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    const received = socket.bytesRead - bytesBefore
    bytesBefore = socket.bytesRead
    if (isUpload(request) && !response.headersSent && received >= minUploadBytes) return
    clearInterval(timer)
    if (!response.headersSent) {
      // For the log line.
      response.statusCode = 408
      // A queued response has no socket: the answer to an earlier request on this connection is not complete.
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
