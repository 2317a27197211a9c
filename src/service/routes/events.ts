import { events } from '../../contract/events.ts'
import { defineRoute } from './route.ts'

export const eventRoutes = [
  defineRoute(events.stream, async ({ caller, live, request }) => {
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Otherwise nginx buffers.
      'X-Accel-Buffering': 'no',
    }
    return new Response(request.method === 'HEAD' ? null : await live.open(caller, request.signal), {
      headers,
    })
  }),
]
