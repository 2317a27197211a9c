import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { paths } from '../paths.ts'
import { type Rendered, type RenderOptions, renderApp } from './renderApp.tsx'

/**
 * Opens the desk of the first homework of 8b. `calls` are its requests, without those of settings, which are sent at
 * other times.
 */
export async function openDesk(options: RenderOptions & { to?: string } = {}) {
  const calls: string[] = []
  const { to = paths.desk(1, 1), respond, ...rest } = options
  const app = await renderApp({
    as: 'albrecht',
    at: to,
    ...rest,
    respond: request => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/api/') && !pathname.endsWith('/me/settings'))
        calls.push(`${request.method} ${pathname.replace('/api/v2', '')}`)
      // jsdom can't render PDF files.
      if (pathname.includes('/documents/')) return new Response(null, { status: 404 })
      return respond?.(request)
    },
  })
  return { ...app, calls, user: userEvent.setup(), address: () => app.router.state.location.pathname }
}

/** Pupils of 8b who handed in the homework. */
export const pupilIds = { mika: 13, aiko: 14 }

/** Opens the desk at one pupil. `panel` is the correction panel. */
export async function openCorrection(pupil: keyof typeof pupilIds, options: RenderOptions = {}) {
  const { user, calls, ...app } = await openDesk({ to: paths.desk(1, 1, pupilIds[pupil]), ...options })
  const findPanel = async () =>
    within(await screen.findByRole('complementary', { name: /^(Feedback|Korrektur)$/ }))
  const findText = async () =>
    (await findPanel()).findByRole<HTMLTextAreaElement>('textbox', { name: /^(Feedback|Korrektur)/ })
  const findPoints = async () =>
    (await findPanel()).findByRole<HTMLInputElement>('textbox', { name: /^(Points|Punkte)/ })
  await findText()
  return { app, user, calls, panel: await findPanel(), findText, findPoints }
}

/** Returns the correction that the service has for a pupil. */
export const getCorrection = ({ service }: Pick<Rendered, 'service'>, userId: number) =>
  service.db
    .selectFrom('submissions')
    .select(['teacher_correction', 'points', 'corrected_by_user_id'])
    .where('todo_id', '=', 1)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** All screens poll the chats and read settings. The desk prefetches documents, and announces the open pupil. */
export const withoutBackgroundCalls = (calls: readonly string[]) =>
  calls.filter(call => !/\/chats$|\/me\/settings$|\/documents\/|\/marking$/.test(call))

export const pupilList = async () => within(await screen.findByRole('complementary', { name: 'Pupils' }))
export const pupilGroup = async (name: string) => within((await pupilList()).getByRole('region', { name }))
export const namesInGroup = async (name: string) =>
  (await pupilGroup(name)).getAllByRole('link').map(link => link.querySelector('bdi')?.textContent)
export const currentPupilLink = async () =>
  (await pupilList()).getAllByRole('link').find(link => link.getAttribute('aria-current') === 'true')
export const taskHeading = (name: string) => screen.findByRole('heading', { level: 2, name })
