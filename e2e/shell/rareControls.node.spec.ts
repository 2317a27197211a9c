import { expect, type Page, type Route } from '@playwright/test'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

// Controls that appear after a deployment, for a large file or in a half-completed handover.

/** Changes rows of the service's response. Playwright refetches it, so the app's Origin header must be set. */
async function answerChanged<Row>(route: Route, change: (rows: Row[]) => Row[]): Promise<void> {
  const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
  const response = await route.fetch({ headers })
  // The app still has the changed rows.
  if (response.status() === 304) return route.fulfill({ response })
  expect(response.status()).toBe(200)
  await route.fulfill({ response, json: change(await response.json()) })
}

test('reload after a deploy; retry homework without response', async ({ page, guard, node }) => {
  test.setTimeout(240_000)
  await enterAs(page)

  await test.step('“Reload” opens a screen removed by a deploy', async () => {
    guard.allowOnly(/net::ERR_FAILED/)
    await page.route(/\/assets\/AccessScreen-/, route => route.abort())
    await page.getByRole('link', { name: 'Access', exact: true }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Staffroom has been updated' }).first()).toBeVisible()
    await page.unroute(/\/assets\/AccessScreen-/)
    await main.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible()
  })

  await test.step('homework in an unknown state is created or accepted', async () => {
    guard.allowOnly(/net::ERR_FAILED/, statusErrors(500))
    await page
      .getByRole('link', { name: /^Homework/ })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: 'New homework' })
    const homeworks = /\/api\/v2\/courses\/1\/homeworks(\?|$)/
    const setIt = async (text: string) => {
      await page.getByRole('banner').getByRole('link', { name: 'New homework' }).click()
      await form.getByLabel('Subject').selectOption('Maths')
      await form.getByLabel('Task').fill(text)
      await form.getByLabel('Due on').fill('2026-12-04')
      await page.route(homeworks, route =>
        route.request().method() === 'POST' ? route.abort() : route.fulfill({ status: 500, json: {} }),
      )
      await form.getByRole('button', { name: 'Set homework' }).click()
      const cannotTell = form.getByText(/^No answer came back, so we can’t tell whether it was set/)
      await expect(cannotTell).toBeVisible()
      await page.unroute(homeworks)
    }
    await setIt('Twice asked')
    await form.getByRole('button', { name: 'Set it again' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Twice asked/ })).toHaveCount(1)
    await setIt('Not looked for')
    await form.getByRole('button', { name: 'It was set, discard my draft' }).click()
    await expect(form).toHaveCount(0)
    expect(
      node.withSchool(database =>
        database
          .prepare("select count(*) as n from homeworks where text in ('Twice asked', 'Not looked for')")
          .get(),
      ),
    ).toEqual({ n: 1 })
  })
})

test('large files and long lists of people', async ({ page }) => {
  await test.step('a file above the preview limit is shown on request', async () => {
    type FileRow = { name: string; document: { size: number } | null }
    await page.route('**/api/v2/course/1/files*', route =>
      answerChanged<FileRow>(route, rows =>
        rows.map(row =>
          row.document && row.name === 'fraction-wall.png'
            ? { ...row, document: { ...row.document, size: 80 * 1024 * 1024 } }
            : row,
        ),
      ),
    )
    await enterAs(page, 'albrecht', '/classes/1/files/3')
    await page.getByRole('link', { name: 'fraction-wall.png' }).click()
    const preview = page.getByRole('complementary', { name: /^Preview of .fraction-wall\.png/ })
    await expect(preview.getByText('It is 80 MB. Loading it may take a while.')).toBeVisible()
    await preview.getByRole('button', { name: 'Show it' }).click()
    await expect(preview.getByRole('button', { name: 'Show it' })).toHaveCount(0)
    await expect(preview.getByRole('img', { name: 'fraction-wall.png' })).toBeVisible()
  })

  await test.step('a long list of people expands', async () => {
    type Grant = { id: number; target: { ids: object; name: string; display_name: string } }
    await page.route(/\/api\/v2\/permissions\?/, route =>
      answerChanged<Grant>(route, rows => {
        const like = rows.find(({ target }) => target.name === 'Aiko Tanaka')
        if (!like) return rows
        const more = Array.from({ length: 150 }, (_, at) => {
          const name = `Pupil ${String(at).padStart(3, '0')}`
          const target = { ...like.target, ids: { user_id: 9000 + at }, name, display_name: `User ${name}` }
          return { ...like, id: 9000 + at, target }
        })
        return [...rows, ...more]
      }),
    )
    await page.goto('/chats/1?access=chat_id.1')
    const people = page
      .getByRole('dialog', { name: /^Access to/ })
      .getByRole('list', { name: 'Who has access' })
    await expect(people.getByRole('listitem')).toHaveCount(100)
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await expect(people.getByText('Pupil 149')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Show \d+ more$/ })).toHaveCount(0)
    await page.goto('/chats/1')
    await page.getByRole('button', { name: 'Chat info' }).click()
    const info = page.getByRole('list', { name: 'People', exact: true })
    await expect(info.getByRole('listitem')).toHaveCount(100)
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await expect(info.getByText('Pupil 149')).toBeVisible()
  })
})

const question = (page: Page) => page.getByRole('dialog', { name: 'If you leave, this homework is deleted' })

/** Hands over homework without a colleague to propose: Mika Sommer becomes admin, but the old admin stays (500). */
async function handOverWithFailure(page: Page, node: NodeHost, homeworkId: number): Promise<void> {
  node.withSchool(database =>
    database
      .prepare(
        `delete from permissions where resource_field = 'todo_id' and resource_id = ?
           and user_id not in (select id from users where login in ('albrecht', 'sommer'))`,
      )
      .run(homeworkId),
  )
  await enterAs(page, 'albrecht', `/classes/1/homework?access=todo_id.${homeworkId}`)
  const drawer = page.getByRole('dialog', { name: /^Access to/ })
  const field = drawer.getByRole('combobox', { name: 'Add people' })
  await field.fill('Mika Sommer')
  await page.getByRole('option', { name: /^Mika Sommer/ }).click()
  await drawer.getByRole('button', { name: 'Add 1 person' }).click()
  await expect(drawer.getByRole('button', { name: /^Role of Mika Sommer/ })).toBeVisible()
  let refused = 0
  await page.route('**/api/v2/permissions/*', async route => {
    // It is sent three times with the same key.
    if (route.request().method() !== 'DELETE' || refused === 3) return route.fallback()
    refused += 1
    return route.fulfill({ status: 500, json: { error: { name: 'E', message: 'no', code: 500 } } })
  })
  await drawer.getByRole('button', { name: 'Remove yourself' }).click()
  await question(page).getByRole('button', { name: 'Choose somebody' }).click()
  await page.getByRole('menuitemradio', { name: /^Mika Sommer/ }).click()
  await question(page).getByRole('button', { name: 'Hand over' }).click()
  await expect(
    question(page).getByText('Mika Sommer is now admin. You are still an admin as well.'),
  ).toBeVisible()
}

test('half-completed handover', async ({ page, node, guard }) => {
  test.setTimeout(240_000)

  await test.step('the old admin stays an admin', async () => {
    guard.allowOnly(statusErrors(500))
    await handOverWithFailure(page, node, 1)
    await question(page).getByRole('button', { name: 'OK' }).click()
    await expect(question(page)).toHaveCount(0)
    const drawer = page.getByRole('dialog', { name: /^Access to/ })
    await expect(drawer.getByRole('button', { name: /^Role of Mika Sommer/ })).toContainText('Admin')
    await expect(drawer.getByRole('button', { name: 'Remove yourself' })).toBeVisible()
  })

  await test.step('the old admin leaves', async () => {
    // One more request after the access is gone.
    guard.allowOnly(statusErrors(403, 404, 500))
    await handOverWithFailure(page, node, 3)
    await question(page).getByRole('button', { name: 'Leave now' }).click()
    await expect(page.getByText(/^Mika Sommer is now admin of/)).toBeVisible()
  })
})

test('“Stop, keep the rest” ends a deletion of many folders', async ({ page, context, node }) => {
  const countFolders = () =>
    Number(
      node.withSchool(
        database => database.prepare("select count(*) as n from files where name like 'Empty %'").get()?.n,
      ),
    )
  node.withSchool(database => {
    for (let at = 10; at < 24; at += 1)
      database.exec(
        `insert into files (course_id, parent_id, name, is_dir, created_at, created_by_user_id)
         values (1, 4, 'Empty ${at}', 1, '2026-11-18 08:00:00', 1)`,
      )
  })
  await enterAs(page, 'albrecht', '/classes/1/files/4')
  let sent = 0
  let stop = () => undefined as unknown
  const stopped = new Promise<void>(resolve => {
    stop = resolve
  })
  await page.route('**/api/v2/course/1/files/*', async route => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    sent += 1
    if (sent > 2) await stopped
    return route.fallback()
  })
  await page.getByRole('searchbox', { name: 'Filter' }).fill('Empty')
  await expect(page.getByRole('grid').getByRole('link', { name: /^Empty/ })).toHaveCount(14)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await advanceClocks(context, node, 11_000)
  await page.getByRole('button', { name: 'Stop, keep the rest' }).click()
  stop()
  await expect(page.getByRole('button', { name: 'Stop, keep the rest' })).toHaveCount(0)
  await expect.poll(countFolders).toBe(14 - sent)
  expect(sent).toBeLessThan(14)
  await expect(page.getByRole('grid').getByRole('link', { name: /^Empty/ })).toHaveCount(14 - sent)
})
