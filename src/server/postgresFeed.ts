import pg from 'pg'
import { type ChangeFeed, channel } from '../service/live/changeFeed.ts'

/** Milliseconds until it is tried again to connect, the first time and at most. */
const soonest = 100
const latest = 5000
/** Milliseconds between two checks whether the connection still answers, and for an answer. */
const checkEvery = 15_000
const patience = 5000
/** As for the pool: after a failover the name leads elsewhere, while the server before may still answer. */
const renewEvery = 300_000

/**
 * Hears what every process tells through PostgreSQL, over a connection of its own, which a pooler in transaction mode could
 * not give. Connects again for as long as it is listened to, and every `renewEvery` milliseconds by a new connection.
 */
export function createPostgresFeed(options: {
  url: string
  report: (error: unknown) => void
  renewEvery?: number
}): ChangeFeed {
  const { url, report } = options
  return {
    listen(hears) {
      let isOver = false
      let current: { client: pg.Client; server: string } | undefined
      let reconnecting: ReturnType<typeof setTimeout> | undefined
      let delay = soonest

      /** A connection that listens. Throws where there is none. */
      async function open() {
        const client = new pg.Client({
          connectionString: url,
          application_name: 'staffroom changes',
          connectionTimeoutMillis: patience,
          query_timeout: patience,
          keepAlive: true,
        })
        client.on('error', error => lost(client, error))
        client.on('end', () => lost(client))
        client.on('notification', ({ payload = '' }) => hears.heard(payload))
        try {
          await client.connect()
          await client.query(`listen ${channel}`)
          const { rows } = await client.query<{ server: string }>(
            'select pg_postmaster_start_time()::text as server',
          )
          return { client, server: rows[0]?.server ?? '' }
        } catch (error) {
          close(client)
          throw error
        }
      }

      async function connect() {
        try {
          const opened = await open()
          if (isOver) return close(opened.client)
          current = opened
          delay = soonest
          hears.up()
        } catch (error) {
          if (isOver) return
          report(error)
          connectLater()
        }
      }

      function connectLater() {
        reconnecting = setTimeout(() => void connect(), delay)
        delay = Math.min(delay * 2, latest)
      }

      /** Once, whether the connection says so itself or is found to be dead. */
      function lost(client: pg.Client, error?: unknown) {
        if (current?.client !== client) return
        current = undefined
        if (error !== undefined) report(error)
        close(client)
        hears.down()
        connectLater()
      }

      async function renew() {
        const before = current
        // Where no other can be opened, the one there is still hears.
        const opened = before && (await open().catch(report))
        if (!opened) return
        if (isOver || current !== before) return close(opened.client)
        current = opened
        if (opened.server !== before.server) {
          hears.down()
          hears.up()
        }
        // What was told before the new one listened has come once this is answered; some of it comes twice.
        await before.client.query('select 1').catch(() => undefined)
        close(before.client)
      }

      void connect()
      const checking = setInterval(() => {
        const client = current?.client
        client?.query('select 1').catch((error: unknown) => lost(client, error))
      }, checkEvery)
      const renewing = setInterval(() => void renew(), options.renewEvery ?? renewEvery)
      return () => {
        isOver = true
        clearTimeout(reconnecting)
        clearInterval(checking)
        clearInterval(renewing)
        const last = current
        current = undefined
        if (last) close(last.client)
      }
    },
  }
}

const close = (client: pg.Client) => void client.end().catch(() => undefined)
