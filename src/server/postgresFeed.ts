import pg from 'pg'
import { type ChangeFeed, channel } from '../service/live/changeFeed.ts'

/** Delay before the first and before later attempts to connect, in ms. */
const soonest = 100
const latest = 5000
/** Interval of connection checks, and time limit of an answer, in ms. */
const checkEvery = 15_000
const patience = 5000
/**
 * Maximum age of a connection, in ms, as in the pool. After a failover, the host name leads to the new server, while
 * the old one may still respond.
 */
const renewEvery = 300_000

/**
 * Creates a feed of the changes of all processes, with PostgreSQL's LISTEN. It has its own connection, because a pooler
 * in transaction mode does not support LISTEN. It reconnects after a failure, and every `renewEvery` ms.
 */
export function createPostgresFeed(options: {
  url: string
  report: (error: unknown) => void
  renewEvery?: number
}): ChangeFeed {
  const { url, report } = options
  return {
    listen(listener) {
      let isOver = false
      let current: { client: pg.Client; server: string } | undefined
      let reconnecting: ReturnType<typeof setTimeout> | undefined
      let delay = soonest

      /** Opens a connection and starts to listen. Rejects if that fails. */
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
        client.on('notification', ({ payload = '' }) => listener.onChanges(payload))
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
          listener.onUp()
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

      /** Handles a lost connection once, whether it reported an error or a check failed. */
      function lost(client: pg.Client, error?: unknown) {
        if (current?.client !== client) return
        current = undefined
        if (error !== undefined) report(error)
        close(client)
        listener.onDown()
        connectLater()
      }

      async function renew() {
        const before = current
        // If no new connection can be opened, the old one remains in use.
        const opened = before && (await open().catch(report))
        if (!opened) return
        if (isOver || current !== before) return close(opened.client)
        current = opened
        if (opened.server !== before.server) {
          listener.onDown()
          listener.onUp()
        }
        // This answer arrives after all notifications from before the new connection listened. Some arrive on both,
        // which is harmless.
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
