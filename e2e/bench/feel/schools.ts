import type { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { createTemplate, startNodeHost } from '../../support/nodeHost.ts'

const homeworkCount = 10_000

export type School = Awaited<ReturnType<typeof startSchools>>['schools'][number]

/**
 * Starts a school with a class of about thirty, and one with a class of 1,000 pupils with 10,000 homework, 50,000 files
 * and a chat of 50,000 messages.
 */
export async function startSchools() {
  const template = await createTemplate(false)
  const small = await startNodeHost({ template })
  const large = await startNodeHost({ template, crowd: true })
  return {
    schools: [
      { name: 'small', host: small, courseId: 1, homeworkId: 1, chat: /^Class 8b/ },
      { name: 'large', host: large, ...large.withSchool(addManyHomeworks), chat: /Talk of three years/ },
    ],
    stop: () => Promise.all([small.stop(), large.stop()]),
  }
}

export const screenNames = ['Homework', 'Chats', 'Files', 'Access', 'Timetable'] as const

export async function openScreen(page: Page, name: (typeof screenNames)[number]): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
  await link.first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/**
 * Adds 10,000 homework to the class of 1,000 pupils. Returns the IDs of the class and of its homework with 1,000
 * submissions. Throws if the school has no such class.
 */
function addManyHomeworks(database: DatabaseSync): { courseId: number; homeworkId: number } {
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
