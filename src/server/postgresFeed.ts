import pg from 'pg'
import { type ChangeFeed, channel } from '../service/live/changeFeed.ts'

/** Delays between attempts to connect, in ms. */
const minDelayMs = 100
const maxDelayMs = 5000
/** In ms. Also the time limit of a check. */
const checkIntervalMs = 15_000
const timeoutMs = 5000
/** In ms. After a failover, the old server may still respond. */
const defaultRenewIntervalMs = 300_000

/**
 * Has its own connection, because poolers in transaction mode do not support LISTEN. Reconnects after failures and
 * every `renewIntervalMs`.
 */
export function createPostgresFeed(options: {
  url: string
  report: (error: unknown) => void
  renewIntervalMs?: number
}): ChangeFeed {
  const { url, report } = options
  return {
    listen(listener) {
      let isStopped = false
      let current: { client: pg.Client; server: string } | undefined
      let reconnectTimer: ReturnType<typeof setTimeout> | undefined
      let delay = minDelayMs

      async function open() {
        const client = new pg.Client({
          connectionString: url,
          application_name: 'staffroom changes',
          connectionTimeoutMillis: timeoutMs,
          query_timeout: timeoutMs,
          keepAlive: true,
        })
        client.on('error', error => handleLost(client, error))
        client.on('end', () => handleLost(client))
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
          if (isStopped) return close(opened.client)
          current = opened
          delay = minDelayMs
          listener.onUp()
        } catch (error) {
          if (isStopped) return
          report(error)
          connectLater()
        }
      }

      function connectLater() {
        reconnectTimer = setTimeout(() => void connect(), delay)
        delay = Math.min(delay * 2, maxDelayMs)
      }

      function handleLost(client: pg.Client, error?: unknown) {
        if (current?.client !== client) return
        current = undefined
        if (error !== undefined) report(error)
        close(client)
        listener.onDown()
        connectLater()
      }

      async function renew() {
        const previous = current
        const opened = previous && (await open().catch(report))
        if (!opened) return
        if (isStopped || current !== previous) return close(opened.client)
        current = opened
        if (opened.server !== previous.server) {
          listener.onDown()
          listener.onUp()
        }
        // Some notifications arrive on both connections, which is harmless.
        await previous.client.query('select 1').catch(() => undefined)
        close(previous.client)
      }

      void connect()
      const checkTimer = setInterval(() => {
        const client = current?.client
        client?.query('select 1').catch((error: unknown) => handleLost(client, error))
      }, checkIntervalMs)
      const renewTimer = setInterval(() => void renew(), options.renewIntervalMs ?? defaultRenewIntervalMs)
      return () => {
        isStopped = true
        clearTimeout(reconnectTimer)
        clearInterval(checkTimer)
        clearInterval(renewTimer)
        const last = current
        current = undefined
        if (last) close(last.client)
      }
    },
  }
}

const close = (client: pg.Client) => void client.end().catch(() => undefined)
