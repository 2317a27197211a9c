/** Tests of the service and the gateway. All run on SQLite and on PostgreSQL. */
export const databaseTests = ['src/service/**/*.test.ts', 'src/gateway/**/*.test.ts']

/** Tests whose result depends on the database. `npm test` runs them on PostgreSQL too, `test:rest` runs the others. */
export const postgresTests = [
  // Two requests at the same time: transactions, locks and isolation levels.
  'src/service/policy/lastAdmin.test.ts',
  'src/service/policy/lastAdminRounds.test.ts',
  'src/service/twoProcesses.test.ts',
  'src/service/routes/idempotency.test.ts',
  'src/service/routes/storedResponses.test.ts',
  // Codes, refresh tokens and sessions are used up once, also by two processes.
  'src/service/auth/codes.test.ts',
  'src/service/auth/refresh.test.ts',
  'src/service/routes/tokens.test.ts',
  'src/gateway/refreshSession.test.ts',
  'src/gateway/session.test.ts',
  // On PostgreSQL requests are counted in a table, otherwise in memory.
  'src/service/auth/fixedWindow.test.ts',
  // SQL that differs.
  'src/service/db/dialects.test.ts',
  'src/service/db/migrations.test.ts',
  // Changes are received through LISTEN and NOTIFY.
  'src/service/live/*.test.ts',
  'src/service/routes/events.test.ts',
  // Large values and long results.
  'src/service/routes/uploads.test.ts',
  'src/service/http/longLists.test.ts',
  'src/service/http/bigLists.test.ts',
]

export const serverTests = ['src/server/**/*.test.ts']

/** Tests of PostgreSQL itself. */
export const onlyPostgresTests = ['src/**/*.postgres.test.ts']

/**
 * Tests of operation with proxies, poolers and failing databases, and of the test tools themselves. They start many
 * processes or databases: only in `test:rest`.
 */
export const operationTests = [
  'scripts/test/reporters.test.ts',
  'src/server/balancers.postgres.test.ts',
  'src/server/district.postgres.test.ts',
  'src/server/exactlyOnce.postgres.test.ts',
  'src/server/failures.postgres.test.ts',
  'src/server/lostConnections.postgres.test.ts',
  'src/server/poolers.postgres.test.ts',
  'src/server/reverseProxies.test.ts',
  'src/server/starts.postgres.test.ts',
  'src/testing/restoredTables.postgres.test.ts',
]
