import { FileManager } from '@cubone/react-file-manager'
import '@cubone/react-file-manager/dist/style.css'
import type { Candidate } from './candidate.ts'
import { pathsOf } from './classFiles.ts'
import { peerApp } from './peerApp.tsx'

const item = (root: HTMLElement, name: string) =>
  root.querySelector<HTMLElement>(`.file-item-container[title="${name}"]`)

export const candidate: Candidate = {
  ...peerApp(
    rows => {
      const paths = pathsOf(rows)
      return rows.map(({ id, name, is_dir, created_at, document }) => ({
        name,
        isDirectory: is_dir,
        path: paths.get(id) ?? '',
        updatedAt: `${created_at.replace(' ', 'T')}Z`,
        ...(document && { size: document.size }),
      }))
    },
    files => <FileManager files={files} layout="list" height="100%" enableFilePreview={false} />,
  ),
  // Opens the folder by keyboard.
  enter: root =>
    item(root, 'AAA scans')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
  sortDown: root => root.querySelector<HTMLElement>('.files-header .file-name')?.click(),
  row: (root, { name }) => item(root, name),
}
