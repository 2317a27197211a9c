import { events } from '../../contract/events.ts'
import { defineRoute } from './route.ts'

/** Stream of changes (contract/events.ts). Each user receives the changes that they may read. */
export const eventRoutes = [
  defineRoute(events.stream, async ({ caller, live, request }) => {
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Without this header, nginx buffers events instead of sending them at once.
      'X-Accel-Buffering': 'no',
    }
    // HEAD does not open a stream.
    return new Response(request.method === 'HEAD' ? null : await live.open(caller, request.signal), {
      headers,
    })
  }),
]
