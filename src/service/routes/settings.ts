import { maxSettings, settings } from '../../contract/settings.ts'
import { invalid, Problem } from '../../http/problem.ts'
import type { Db } from '../db/schema.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** A store of names and values for each user (service-facts.md). Apps decide what they store (docs/decisions/076). */
export const settingRoutes = [
  defineRoute(settings.get, async ({ query, caller, db, clock }) => {
    const { name, default: fallback = null } = query
    const stored = await findSetting(db, { user_id: caller.userId, name })
    return {
      name,
      value: stored?.value ?? fallback,
      version: stored?.version ?? 0,
      answered_at: new Date(clock()).toISOString(),
    }
  }),

  defineWriteRoute(settings.change, async ({ body, caller, db, changed, clock }) => {
    const { name, value, version: base } = body
    const key = { user_id: caller.userId, name }
    const now = clock()
    // A concurrent write waits for this row, so that the version is checked and changed in one step.
    await db
      .updateTable('users')
      .set({ last_seen_at: new Date(now).toISOString() })
      .where('id', '=', caller.userId)
      .execute()
    const stored = await findSetting(db, key)
    const current = stored?.version ?? 0
    if (base !== undefined && base !== current) {
      throw new Problem(409, 'conflict', 'This setting has changed in the meantime.')
    }
    if (!stored && value !== null) await requireFewSettings(db, caller.userId)
    // Later than the version of a setting that was deleted.
    const version = value === null ? 0 : Math.max(current + 1, now)
    if (value === null) await deleteSetting(db, key)
    else await storeSetting(db, { ...key, value, version })
    changed('setting', { user_id: caller.userId })
    return { name, value, version, answered_at: new Date(now).toISOString() }
  }),
]

type SettingKey = { user_id: number; name: string }

const findSetting = (db: Db, { user_id, name }: SettingKey) =>
  db
    .selectFrom('user_settings')
    .select(['value', 'version'])
    .where('user_id', '=', user_id)
    .where('name', '=', name)
    .executeTakeFirst()

const storeSetting = (db: Db, row: SettingKey & { value: string; version: number }) =>
  db
    .insertInto('user_settings')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'name']).doUpdateSet({ value: row.value, version: row.version }),
    )
    .execute()

const deleteSetting = (db: Db, { user_id, name }: SettingKey) =>
  db.deleteFrom('user_settings').where('user_id', '=', user_id).where('name', '=', name).execute()

async function requireFewSettings(db: Db, userId: number): Promise<void> {
  const { count } = await db
    .selectFrom('user_settings')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) < maxSettings) return
  throw invalid({ name: `at most ${maxSettings} settings can be stored` })
}
