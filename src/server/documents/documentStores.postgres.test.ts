// On PostgreSQL, several connections claim and sweep at the same time.
import './documentStores.test.ts'
