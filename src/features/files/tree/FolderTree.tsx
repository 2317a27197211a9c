import { IconFolder } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { topFolderId } from '../../../contract/wire.ts'
import { useT } from '../../../i18n/useT.ts'
import { useRemToPx } from '../../../ui/layout/screenSize.ts'
import { Tree } from '../../../ui/list/Tree.tsx'
import { getTreeRows } from '../../../ui/list/treeRows.ts'
import { EntryName } from '../list/FileRow.tsx'
import type { FileIndex } from '../model/fileIndex.ts'
import type { EntryOrder } from '../useArranged.ts'
import styles from './FolderTree.module.css'

type FolderTreeProps = {
  index: FileIndex
  /** The open folder. */
  folderId: number
  order: EntryOrder
  to: (folderId: number) => string
  onFollow: (folderId: number) => void
}

/** A folder in the tree. `folder` is undefined for the top folder. */
type FolderNode = { id: number; folder: ClassFile | undefined }

const rowHeight = { desk: 2, phone: 2.75 }

/** The folder tree of the class. */
export function FolderTree({ index, folderId, order, to, onFollow }: FolderTreeProps) {
  const t = useT('files')
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRemToPx()(rowHeight)
  const above = useMemo(() => [topFolderId, ...index.path(folderId).map(({ id }) => id)], [index, folderId])
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() =>
    new Set(above.slice(0, -1)).add(topFolderId),
  )
  const [opened, setOpened] = useState(folderId)
  // Shows the open folder in the tree.
  if (opened !== folderId) {
    setOpened(folderId)
    setExpanded(new Set([...expanded, ...above.slice(0, -1)]))
  }
  const rows = useMemo(() => getFolderRows(index, expanded, order), [index, expanded, order])

  const toggle = ({ id }: FolderNode, isExpanded: boolean) => {
    const next = new Set(expanded)
    if (isExpanded) next.add(id)
    else next.delete(id)
    setExpanded(next)
  }
  const open = ({ id }: FolderNode) => {
    onFollow(id)
    void navigate(to(id), { state: { keepsFocus: true } })
  }
  return (
    <aside className={styles.side} aria-label={t('tree')}>
      <p className={styles.head} aria-hidden>
        {t('tree')}
      </p>
      <div ref={scroller} className={styles.scroll}>
        <Tree
          label={t('tree')}
          scrollRef={scroller}
          rows={rows}
          rowHeight={height}
          currentId={folderId}
          onToggle={toggle}
          onOpen={open}
        >
          {({ id, folder }) => (
            <Link
              className={styles.link}
              to={to(id)}
              tabIndex={-1}
              state={{ keepsFocus: true }}
              onClick={() => onFollow(id)}
            >
              <IconFolder aria-hidden />
              {folder ? <EntryName entry={folder} /> : t('top')}
            </Link>
          )}
        </Tree>
      </div>
    </aside>
  )
}

/** Returns the visible folders of the tree, from top to bottom. */
export const getFolderRows = (index: FileIndex, expanded: ReadonlySet<number>, order: EntryOrder) =>
  getTreeRows<FolderNode>([{ id: topFolderId, folder: undefined }], {
    hasChildren: ({ id }) => index.folders(id).length > 0,
    getChildren: ({ id }) =>
      index
        .folders(id)
        .toSorted(order.compare)
        .map(folder => ({ id: folder.id, folder })),
    isExpanded: ({ id }) => expanded.has(id),
  })
