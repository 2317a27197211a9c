import { test } from './fixtures.ts'
import { button, byRole, byText } from './targets.ts'

test('chat with a poll', async ({ app, enterAs }) => {
  await enterAs('albrecht', '/chats/1')
  const log = byRole('log')
  const field = byRole('textbox', 'Message')
  await app.fill(field, 'Our test is next week.')
  await app.press('Enter')
  await app.expectValue(field, '')
  await app.expectVisible(byText('Our test is next week.', log))

  await app.click(button('Poll'))
  const form = byRole('dialog')
  await app.fill(byRole('textbox', 'Question', form), 'Which day for the test?')
  await app.fill(byRole('textbox', 'Answer 1', form), 'Tuesday')
  await app.fill(byRole('textbox', 'Answer 2', form), 'Thursday')
  await app.click(button(/^Send/, form))
  await app.expectGone(form)
  const poll = byRole('group', /^Which day for the test\?/, log)
  for (const day of [/^Tuesday/, /^Thursday/]) {
    await app.click(byRole('radio', day, poll))
    await app.expectChecked(byRole('radio', day, poll))
    await app.expectVisible(byText(/^1 of 31 has voted/, log))
  }
})
