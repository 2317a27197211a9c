import { events } from '../../contract/events.ts'
import { on } from './route.ts'

/** What changes, as it changes (contract/events.ts). Everybody hears of what they may read themselves. */
export const eventRoutes = [
  on(events.stream, async ({ caller, live, request }) => {
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Or nginx waits until there is enough to be worth sending.
      'X-Accel-Buffering': 'no',
    }
    // Who asks for the headers alone reads nothing of it.
    return new Response(request.method === 'HEAD' ? null : await live.open(caller, request.signal), {
      headers,
    })
  }),
]
