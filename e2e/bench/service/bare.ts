import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** A bare Hono route on Node that returns the given JSON. */
process.once('message', answer => {
  const app = new Hono()
  app.get('/', context => context.json(answer))
  // Further messages ask for the CPU time.
  process.on('message', () => process.send?.(process.cpuUsage()))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.({ port }))
})
