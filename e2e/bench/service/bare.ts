import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** A bare route: what Hono on Node gives for a JSON of the size it is told of, without reading anything. */
process.once('message', answer => {
  const app = new Hono()
  app.get('/', context => context.json(answer))
  // Asked again, it says what it used of the processor.
  process.on('message', () => process.send?.(process.cpuUsage()))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.({ port }))
})
