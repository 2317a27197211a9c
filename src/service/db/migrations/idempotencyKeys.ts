import type { Db } from '../schema.ts'
import { requiredReference, tableParts, zeroByDefault } from './tableParts.ts'

/** `size` is in bytes. */
export async function idempotencyKeys(db: Db): Promise<void> {
  const { bytes, id, index, table } = tableParts(db)
  await table(
    'idempotency_keys',
    `${id}, user_id ${requiredReference('users')}, key_hash text not null, fingerprint text not null, response ${bytes},
    size ${zeroByDefault}, created_at text not null`,
    'constraint "idempotency_keys_key" unique ("user_id", "key_hash")',
  )
  await index('idempotency_keys', 'user_id', 'created_at', 'size')
  await index('idempotency_keys', 'created_at')
}
