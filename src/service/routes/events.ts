import { events } from '../../contract/events.ts'
import { defineRoute } from './route.ts'

/** Changes that the user may read (contract/events.ts). */
export const eventRoutes = [
  defineRoute(events.stream, async ({ caller, live, request }) => {
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Otherwise nginx buffers the events.
      'X-Accel-Buffering': 'no',
    }
    return new Response(request.method === 'HEAD' ? null : await live.open(caller, request.signal), {
      headers,
    })
  }),
]
