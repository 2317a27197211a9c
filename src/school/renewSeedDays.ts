import { toSchoolDay } from '../lib/schoolTime.ts'
import { incrementChatVersion } from '../service/content/chats.ts'
import type { Db } from '../service/db/schema.ts'
import { createSchoolDays } from './schoolDays.ts'
import { listRows, type RenewInput, readSchool, type SchoolData, type SchoolRow } from './schoolFiles.ts'
import { getSeedFact, setSeedFact } from './seedFact.ts'
import { insertSeedRows, insertSubstitutions } from './seedSchool.ts'

const movingTables = ['homeworks', 'submissions', 'messages', 'polls', 'documents'] as const

/**
 * Moves the made-up school to `now`, at most once per day. Hosts call it at every start. Rows that users changed keep
 * their dates, as do chats in which a user has written or deleted a message.
 */
export async function renewSeedDays(db: Db, { files, ...time }: RenewInput): Promise<void> {
  await db.transaction().execute(async trx => {
    const seeded = await getSeedFact(trx)
    if (!seeded) return
    const toDay = (instant: number) => toSchoolDay(instant, time.timeZone)
    if (toDay(seeded.now) === toDay(time.now)) return
    const { language } = seeded
    const school = await readSchool(files, language)
    const before = createSchoolDays(school, language, { ...time, now: seeded.now })
    const after = createSchoolDays(school, language, time)
    const changedChats = await findChangedChats(trx, school)
    const movedChats = new Set<number>()
    for (const table of movingTables) {
      for (const row of listRows(school, table)) {
        const chat = Number(row.chat_id)
        if (changedChats.has(chat)) continue
        const [old, moved] = [before.resolve(row), after.resolve(row)]
        const columns = Object.keys(row).filter(column => old[column] !== moved[column])
        if (columns.length === 0) continue
        let update = trx.updateTable(table as 'messages').set(pick(moved, columns))
        for (const column of Object.keys(row).filter(name => name !== 'file'))
          update = update.where(column as 'text', 'is not distinct from', old[column] as string)
        await update.execute()
        if (table === 'messages') movedChats.add(chat)
      }
    }
    // No message has the new version, so clients fetch the whole chat.
    for (const id of movedChats) await incrementChatVersion(trx, id)
    await trx.deleteFrom('holidays').execute()
    await insertSeedRows(trx, 'holidays', listRows(school, 'holidays').map(after.resolve))
    await trx.deleteFrom('representations').execute()
    await insertSubstitutions(trx, school, after)
    await setSeedFact(trx, { language, now: time.now })
  })
}

const pick = (row: SchoolRow, columns: readonly string[]): SchoolRow =>
  Object.fromEntries(columns.map(column => [column, row[column] ?? null]))

/** Chats in which a message was added or deleted. */
async function findChangedChats(db: Db, school: SchoolData): Promise<Set<number>> {
  const messages = await db.selectFrom('messages').select(['id', 'chat_id']).execute()
  const stored = new Map(messages.map(({ id, chat_id }) => [id, chat_id]))
  const changed = new Set<number>()
  for (const { id, chat_id } of listRows(school, 'messages'))
    if (!stored.delete(Number(id))) changed.add(Number(chat_id))
  for (const chat of stored.values()) changed.add(chat)
  return changed
}
