// The same once more on PostgreSQL, where several connections claim and sweep at once.
import './documentStores.test.ts'
import './sweep.test.ts'
