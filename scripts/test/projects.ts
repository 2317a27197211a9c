/** All run on SQLite and on PostgreSQL. */
export const databaseTests = ['src/service/**/*.test.ts', 'src/gateway/**/*.test.ts']

/** The database affects these. `npm test` runs them on PostgreSQL too, `test:rest` the others. */
export const postgresTests = [
  // Concurrent requests: transactions, locks and isolation levels.
  'src/service/policy/lastAdmin.test.ts',
  'src/service/policy/lastAdminRounds.test.ts',
  'src/service/policy/classTargetRounds.test.ts',
  'src/service/twoProcesses.test.ts',
  // Each permission ends once, also with several processes.
  'src/service/routes/permissionExpiry.test.ts',
  'src/service/routes/idempotency.test.ts',
  'src/service/routes/storedResponses.test.ts',
  // Codes, refresh tokens and sessions are used once, also by two processes.
  'src/service/auth/codes.test.ts',
  'src/service/auth/refresh.test.ts',
  'src/service/routes/tokens.test.ts',
  // One address for each calendar, and one fetch in 15 minutes.
  'src/service/routes/calendars.test.ts',
  // Two processes send a message that is due once.
  'src/service/routes/scheduledMessages.test.ts',
  // Of two writes that are based on the same version, one succeeds.
  'src/service/routes/settings.test.ts',
  'src/gateway/refreshSession.test.ts',
  'src/gateway/session.test.ts',
  // PostgreSQL counts requests in a table, SQLite in memory.
  'src/service/auth/fixedWindow.test.ts',
  'src/service/db/dialects.test.ts',
  'src/service/db/migrations.test.ts',
  // Changes arrive through LISTEN and NOTIFY.
  'src/service/live/*.test.ts',
  'src/service/routes/events.test.ts',
  'src/service/routes/uploads.test.ts',
  'src/service/http/longLists.test.ts',
  'src/service/http/bigLists.test.ts',
]

export const serverTests = ['src/server/**/*.test.ts']

export const onlyPostgresTests = ['src/**/*.postgres.test.ts']

/**
 * Proxies, poolers, failing databases and the test tools. They start many processes, so only in `test:rest`.
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
