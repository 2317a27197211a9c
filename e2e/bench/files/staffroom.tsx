import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { keyOf } from '../../../src/api/cache/query.ts'
import { courses } from '../../../src/contract/courses.ts'
import { files } from '../../../src/contract/files.ts'
import { FilesScreen } from '../../../src/features/files/FilesScreen.tsx'
import { filesLoader } from '../../../src/features/files/filesLoader.ts'
import { paths } from '../../../src/paths.ts'
import { api, respondWith, Surroundings, schoolTime } from '../surroundings.tsx'
import type { Candidate } from './candidate.ts'
import { bigFolder, courseId } from './classFiles.ts'

/** The screen as users get it, with breadcrumbs, tree, filter, selection, uploads and keyboard control. */
const list = { course_id: courseId }
// In the app, the class and the top folder are already in the cache.
api.queryClient.setQueryData(keyOf(courses.get, list), { id: courseId, name: '8b' })
api.queryClient.setQueryData(keyOf(files.get, { ...list, file_id: 0 }), {
  id: 0,
  name: '8b',
  is_dir: true,
  parent_id: null,
  document: null,
  can_write: true,
  created_at: '2026-09-01 08:00:00',
})
const router = createMemoryRouter(
  [
    {
      // The app checks the session before every navigation.
      middleware: [() => undefined],
      children: [
        { path: '/', element: <p>Not yet</p> },
        {
          path: '/classes/:courseId/files/:folderId?',
          loader: filesLoader(api.queryClient, schoolTime),
          Component: FilesScreen,
        },
      ],
    },
  ],
  { initialEntries: ['/'] },
)
const show = () => void router.navigate(paths.files(courseId))

export const candidate: Candidate = {
  prepare: rows => {
    api.queryClient.setQueryData(keyOf(files.list, list), { rows: [...rows], unreadable: 0 })
  },
  start: root =>
    createRoot(root).render(
      <Surroundings>
        <RouterProvider router={router} />
      </Surroundings>,
    ),
  open: show,
  receive(response) {
    respondWith(response)
    show()
  },
  enter: root => root.querySelector<HTMLElement>(`[data-entry="${bigFolder}"] a`)?.click(),
  sortDown: root => root.querySelector<HTMLElement>('[role="columnheader"][aria-sort] button')?.click(),
  row: (root, { id }) => root.querySelector(`[data-entry="${id}"]`),
}
