import type { Db } from '../schema.ts'

const year = 365 * 24 * 3_600_000

/** Personal tokens that had no end get one: a year after they were made. */
export async function personalTokenEnds(db: Db): Promise<void> {
  const endless = await db
    .selectFrom('tokens')
    .select(['id', 'created_at'])
    .where('kind', '=', 'personal')
    .where('expires_at', 'is', null)
    .execute()
  for (const { id, created_at } of endless) {
    const expires_at = new Date(Date.parse(created_at) + year).toISOString()
    await db.updateTable('tokens').set({ expires_at }).where('id', '=', id).execute()
  }
}
