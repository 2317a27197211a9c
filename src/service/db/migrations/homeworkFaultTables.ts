import type { Db } from '../schema.ts'

/** Homework whose writes go wrong, and how often each submission was written. */
export async function homeworkFaultTables(db: Db): Promise<void> {
  await db.schema
    .createTable('homework_faults')
    .addColumn('todo_id', 'integer', column =>
      column.primaryKey().references('homeworks.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('value', 'text')
    .execute()
  for (const count of ['corrections', 'hand_ins']) {
    await db.schema
      .alterTable('submissions')
      .addColumn(count, 'integer', column => column.notNull().defaultTo(0))
      .execute()
  }
}
