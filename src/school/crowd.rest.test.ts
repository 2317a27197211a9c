import { expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { testService } from '../testing/testService.ts'
import { addCrowd, scans } from './crowd.ts'
import { getSchoolTexts } from './schoolTexts.ts'
import { seedSchool } from './seedSchool.ts'

const { crowd } = getSchoolTexts('en')

it('adds the large class to an existing school, once', async () => {
  const school = await testService({ fill: seedSchool })
  const when = { now: school.clock(), timeZone: 'Europe/Berlin', files: readSchoolFile }
  await addCrowd(school.db, when)
  await addCrowd(school.db, when)
  const handedIn = await school.db
    .selectFrom('courses')
    .innerJoin('homeworks', 'homeworks.course_id', 'courses.id')
    .innerJoin('submissions', 'submissions.todo_id', 'homeworks.id')
    .select(({ fn }) => fn.countAll().as('count'))
    .groupBy('homeworks.id')
    .where('courses.name', '=', crowd.className)
    .execute()
  expect(handedIn).toEqual([{ count: 1000 }])
  const messageCounts = await school.db
    .selectFrom('chats')
    .innerJoin('messages', 'messages.chat_id', 'chats.id')
    .select(({ fn }) => fn.countAll().as('count'))
    .groupBy('chats.id')
    .where('chats.name', '=', crowd.chat)
    .execute()
  expect(messageCounts).toEqual([{ count: 50_000 }])
  const files = await school.db
    .selectFrom('courses')
    .innerJoin('files', 'files.course_id', 'courses.id')
    .select(['files.id', 'files.parent_id', 'files.name'])
    .where('courses.name', '=', crowd.className)
    .execute()
  const big = files.find(({ name }) => name === scans.name)?.id
  expect(files).toHaveLength(50_000)
  expect(files.filter(({ parent_id }) => parent_id === big)).toHaveLength(scans.count)
  await school.close()
})
