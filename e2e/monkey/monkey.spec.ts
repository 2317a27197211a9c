import { test } from '../support/fixtures.ts'
import { offlineErrors, statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'
import { watch } from './checks.ts'
import { runMonkey } from './monkey.ts'
import { prepareTeacherData, pupilPlaces, teacherPlaces } from './screens.ts'

/** See CONTRIBUTING.md. */
const seed = Number(process.env.MONKEY_SEED ?? 1)
const seconds = Number(process.env.MONKEY_SECONDS ?? 40)

test(`the monkey with seed ${seed} finds no problem in ${seconds} s`, async ({
  page,
  openBrowser,
  guard,
}) => {
  test.setTimeout((seconds + 180) * 1000)
  // Deleted resources (404) and conflicts (409, 412, 422).
  guard.allow(statusErrors(403, 404, 409, 412, 422))
  guard.allow(offlineErrors)
  // The service worker logs offline requests.
  guard.allow(/net::ERR_FAILED/)
  // A wrong password for a new token.
  guard.allow(/status of 401 .*personal_access_tokens/)
  // A page asks before it is closed during an upload.
  guard.allow(/^dialog: $/)
  const problems: string[] = []
  const pupil = await (await openBrowser()).newPage()
  await watch(page, problems)
  await watch(pupil, problems)
  await enterAs(page, 'albrecht')
  await prepareTeacherData(page)
  await enterAs(pupil, 'sommer')
  await pupil.evaluate(() => localStorage.setItem('staffroom.settings', JSON.stringify({ language: 'de' })))
  const count = await runMonkey({
    seed,
    seconds,
    guard,
    problems,
    pictureOf: step => test.info().outputPath(`step-${step}.png`),
    visitors: [
      { login: 'albrecht', page, places: teacherPlaces },
      { login: 'sommer', page: pupil, places: pupilPlaces },
    ],
  })
  console.log(`${count} steps`)
})
