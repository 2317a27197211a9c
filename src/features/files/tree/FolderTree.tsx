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
import type { EntryOrder } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import styles from './FolderTree.module.css'

type FolderTreeProps = {
  index: FileIndex
  folderId: number
  order: EntryOrder
  getHref: (folderId: number) => string
  /** Called before a folder is opened. */
  onOpen: (folderId: number) => void
}

/** `folder` is undefined for the top folder. */
type FolderNode = { id: number; folder: ClassFile | undefined }

const rowHeight = { desktop: 2, phone: 2.75 }

export function FolderTree({ index, folderId, order, getHref, onOpen }: FolderTreeProps) {
  const t = useT('files')
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRemToPx()(rowHeight)
  const openPath = useMemo(
    () => [topFolderId, ...index.getPath(folderId).map(({ id }) => id)],
    [index, folderId],
  )
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() =>
    new Set(openPath.slice(0, -1)).add(topFolderId),
  )
  const [lastFolderId, setLastFolderId] = useState(folderId)
  // Expand the ancestors of a folder that was opened.
  if (lastFolderId !== folderId) {
    setLastFolderId(folderId)
    setExpanded(new Set([...expanded, ...openPath.slice(0, -1)]))
  }
  const rows = useMemo(() => getFolderRows(index, expanded, order), [index, expanded, order])

  const toggle = ({ id }: FolderNode, isExpanded: boolean) => {
    const next = new Set(expanded)
    if (isExpanded) next.add(id)
    else next.delete(id)
    setExpanded(next)
  }
  const openFolder = ({ id }: FolderNode) => {
    onOpen(id)
    void navigate(getHref(id), { state: { keepsFocus: true } })
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
          onOpen={openFolder}
        >
          {({ id, folder }) => (
            <Link
              className={styles.link}
              to={getHref(id)}
              tabIndex={-1}
              state={{ keepsFocus: true }}
              onClick={() => onOpen(id)}
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

/** From top to bottom, without the folders in `hidden`. */
export function getFolderRows(
  index: FileIndex,
  expanded: ReadonlySet<number>,
  order: EntryOrder,
  hidden: ReadonlySet<number> = noIds,
) {
  const getSubfolders = (id: number) => index.getSubfolders(id).filter(folder => !hidden.has(folder.id))
  return getTreeRows<FolderNode>([{ id: topFolderId, folder: undefined }], {
    hasChildren: ({ id }) => getSubfolders(id).length > 0,
    getChildren: ({ id }) =>
      getSubfolders(id)
        .toSorted(order.compare)
        .map(folder => ({ id: folder.id, folder })),
    isExpanded: ({ id }) => expanded.has(id),
  })
}

const noIds: ReadonlySet<number> = new Set()
