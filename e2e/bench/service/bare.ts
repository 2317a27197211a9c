import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** Bare Hono routes on Node that return the given JSON: `/` serializes it, `/bytes` sends cached bytes like the service. */
process.once('message', json => {
  const app = new Hono()
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  app.get('/', context => context.json(json))
  app.get('/bytes', () => new Response(bytes, { headers: { 'Content-Type': 'application/json' } }))
  // Further messages ask for the CPU time.
  process.on('message', () => process.send?.(process.cpuUsage()))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.({ port }))
})
