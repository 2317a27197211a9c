import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { seedSchool } from '../../../src/school/seedSchool.ts'
import { nodeSha256 } from '../../../src/server/nodeCrypto.ts'
import { openSchool, openSessions } from '../../../src/server/openDatabase.ts'
import { readSchoolFile } from '../../../src/server/school.ts'
import { createService } from '../../../src/service/app.ts'
import { registerApplication } from '../../../src/service/auth/applications.ts'
import { newTokens, storeTokens } from '../../../src/service/auth/tokens.ts'
import { createMemoryStore } from '../../../src/service/db/documentStore.ts'
import { addCrowd } from '../../../src/testing/school/addCrowd.ts'

/**
 * Runs the real service on a SQLite file in the given directory, with the crowd of the seed school. Sends its port, an
 * access token of albrecht and IDs.
 */
const directory = process.argv[2] ?? '.'
const timeZone = 'Europe/Berlin'
const random = (bytes: number) => new Uint8Array(randomBytes(bytes))

const db = await openSchool(join(directory, 'staffroom.sqlite'))
const documents = createMemoryStore(new Map())
const input = { now: Date.now(), timeZone, files: readSchoolFile, documents }
await seedSchool(db, { ...input, random })
await addCrowd(db, input)
const client_id = 'staffroom'
const redirectUrl = 'http://localhost:4000/sign-in/callback'
await registerApplication(
  db,
  { clientId: client_id, name: 'Staffroom', secret: 'bench', redirectUrl },
  random,
)
const { id: user_id } = await db
  .selectFrom('users')
  .select('id')
  .where('login', '=', 'albrecht')
  .executeTakeFirstOrThrow()
const tokenOptions = { user_id, client_id, scopes: 'me chats chats.messages', family_id: 'bench' }
const tokens = await newTokens(tokenOptions, { clock: Date.now, random, accessTokenSeconds: 3600 })
await storeTokens(db, tokens, Date.now())
const { resource_id: lessonId } = await db
  .selectFrom('permissions')
  .select('resource_id')
  .where('user_id', '=', user_id)
  .executeTakeFirstOrThrow()

const { chat_id: chatId } = await db
  .selectFrom('messages')
  .groupBy('chat_id')
  .select(['chat_id', expression => expression.fn.countAll().as('count')])
  .orderBy('count', 'desc')
  .executeTakeFirstOrThrow()
const { resource_id: homeworkId } = await db
  .selectFrom('permissions')
  .select('resource_id')
  .where('user_id', '=', user_id)
  .where('resource_field', '=', 'todo_id')
  .where('is_admin', '=', 1)
  .executeTakeFirstOrThrow()

// The limit is per address, and all requests come from the same address.
const service = createService({
  db,
  clock: Date.now,
  random,
  timeZone,
  sha256: nodeSha256,
  documents,
  rateLimit: 1_000_000_000,
})
// As on the real server, `/healthz` queries the database of the sessions.
const sessions = await openSessions(join(directory, 'sessions.sqlite'))
const health = async () => {
  await sessions.selectFrom('gateway_facts').select('name').execute()
  return Response.json({ status: 'ok' })
}
// Messages ask for the CPU time.
process.on('message', () => process.send?.(process.cpuUsage()))
serve(
  {
    fetch: request =>
      new URL(request.url).pathname === '/healthz'
        ? health()
        : service.fetch(request, { address: '127.0.0.1' }),
    hostname: '127.0.0.1',
    port: 0,
  },
  ({ port }) => process.send?.({ port, token: tokens.response.access_token, lessonId, chatId, homeworkId }),
)
