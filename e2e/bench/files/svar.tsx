import { Filemanager, Willow } from '@svar-ui/react-filemanager'
import '@svar-ui/react-filemanager/all.css'
import type { Candidate } from './candidate.ts'
import { pathsOf } from './classFiles.ts'
import { peerApp } from './peerApp.tsx'

const big = '/AAA scans'
let exec: (action: string, config: object) => unknown = () => undefined
let ids = new Map<number, string>()

export const candidate: Candidate = {
  ...peerApp(
    rows => {
      ids = pathsOf(rows)
      return rows.map(({ id, is_dir, created_at, document }) => ({
        id: ids.get(id) ?? '',
        type: is_dir ? 'folder' : 'file',
        date: new Date(`${created_at.replace(' ', 'T')}Z`),
        size: document?.size ?? 0,
      }))
    },
    data => (
      <Willow fonts={false}>
        <Filemanager
          data={data}
          mode="table"
          init={(api: { exec: typeof exec }) => {
            exec = (action, config) => api.exec(action, config)
          }}
        />
      </Willow>
    ),
  ),
  enter: () => exec('set-path', { id: big, panel: 0 }),
  sortDown: () => exec('sort-files', { key: 'name', order: 'desc', panel: 0, path: big }),
  // The tree next to the table contains folders, too. Only the row of the table is measured.
  row: (root, { id }) => root.querySelector(`.wx-row[data-id=":${ids.get(id)}"]`),
}
