import type { DatabaseSync } from 'node:sqlite'

const homeworkCount = 10_000

/**
 * Adds 10,000 homework to the class of 1,000 pupils. Returns the IDs of the class and of its homework with 1,000
 * submissions. Throws if the school has no such class.
 */
export function addManyHomeworks(database: DatabaseSync): { courseId: number; homeworkId: number } {
  const crowd = database
    .prepare("select id, course_id, lesson_id from homeworks where text like 'Project days%'")
    .get()
  if (!crowd) throw new Error('the school has no homework of a thousand')
  const insert = database.prepare(
    `insert into homeworks (course_id, lesson_id, text, note, due_at, is_submissionable, points, created_at)
      values (?, ?, ?, '', ?, 1, null, ?)`,
  )
  const lastDue = Date.parse('2026-11-13T07:00:00Z')
  const permit = database.prepare(
    `insert into permissions (resource_field, resource_id, user_id, is_write, is_admin, given_by_user_id, given_at)
      select 'todo_id', ?, user_id, is_write, is_admin, given_by_user_id, given_at
      from permissions where resource_field = 'todo_id' and resource_id = ? and is_admin = 1`,
  )
  database.exec('begin')
  for (let number = 1; number <= homeworkCount; number += 1) {
    const due = new Date(lastDue - number * 3_600_000).toISOString()
    const { lastInsertRowid } = insert.run(
      Number(crowd.course_id),
      Number(crowd.lesson_id),
      `Exercise ${number}, page ${1 + (number % 200)}, questions ${1 + (number % 7)} to ${8 + (number % 5)}`,
      due,
      due,
    )
    permit.run(Number(lastInsertRowid), Number(crowd.id))
  }
  database.exec('commit')
  return { courseId: Number(crowd.course_id), homeworkId: Number(crowd.id) }
}
