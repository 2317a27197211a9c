import pg from 'pg'
import { type ChangeFeed, channel } from '../service/live/changeFeed.ts'

/** Milliseconds until it is tried again to connect, the first time and at most. */
const soonest = 100
const latest = 5000
/** Milliseconds between two looks whether the connection is still one, and for an answer to them. */
const lookEvery = 15_000
const patience = 5000

/**
 * Hears what every process tells through PostgreSQL, over a connection of its own, which a pooler in transaction mode could
 * not give. Connects again for as long as it is listened to.
 */
export function createPostgresFeed(options: { url: string; report: (error: unknown) => void }): ChangeFeed {
  const { url, report } = options
  return {
    listen(hears) {
      let isOver = false
      let client: pg.Client | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let looking: ReturnType<typeof setInterval> | undefined
      let delay = soonest

      async function connect() {
        const own = new pg.Client({
          connectionString: url,
          application_name: 'staffroom changes',
          connectionTimeoutMillis: patience,
          query_timeout: patience,
          keepAlive: true,
        })
        client = own
        let wasUp = false
        // Once, whether it says so itself or is found to be dead.
        const lost = (error?: unknown) => {
          if (client !== own) return
          client = undefined
          clearInterval(looking)
          if (error !== undefined) report(error)
          void own.end().catch(() => undefined)
          if (isOver) return
          if (wasUp) hears.down()
          timer = setTimeout(() => void connect(), delay)
          delay = Math.min(delay * 2, latest)
        }
        own.on('error', lost)
        own.on('end', () => lost())
        own.on('notification', ({ payload = '' }) => hears.heard(payload))
        try {
          await own.connect()
          await own.query(`listen ${channel}`)
        } catch (error) {
          return lost(error)
        }
        if (client !== own) return
        wasUp = true
        delay = soonest
        looking = setInterval(() => own.query('select 1').catch(lost), lookEvery)
        hears.up()
      }

      void connect()
      return () => {
        isOver = true
        clearTimeout(timer)
        clearInterval(looking)
        const last = client
        client = undefined
        void last?.end().catch(() => undefined)
      }
    },
  }
}
