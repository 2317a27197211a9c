import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import { useListNavigation } from '../../../ui/list/useListNavigation.ts'
import type { Sorting } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'

export const entryAttribute = 'data-entry'

export type FolderListProps = {
  folderId: number
  label: string
  index: FileIndex
  rows: readonly ClassFile[]
  /** Number of rows in the folder itself. Rows of subfolders follow. */
  directCount: number
  sort: Sorting
  previewedId: number | undefined
  deletingIds: ReadonlySet<number>
  positions: FolderPositions
  /** Receives the focus as soon as it exists. */
  focusId: number | undefined
  onFocusMoved: () => void
  onSort: (sort: Sorting) => void
  getHref: (entry: ClassFile) => string
  onOpen: (entry: ClassFile) => void
  /** Closes the preview if the file is in it. */
  onTogglePreview: (entry: ClassFile) => void
  onOpenParent: () => void
  onMenu: (entry: ClassFile, anchor: FloatAnchor) => void
  /** Undefined if entries can't be renamed and moved. */
  changes: EntryChangeProps | undefined
}

type EntryChangeProps = {
  /** Entry with a field in place of its name. */
  renamingId: number | undefined
  onRename: (entry: ClassFile) => void
  renderNameField: (entry: ClassFile) => ReactNode
  cutIds: ReadonlySet<number>
  moveTo: (ids: Iterable<number>, folderId: number) => void
}

/** Stores the current entry and the scroll position of a folder, and restores both on mount. */
export function useListPosition(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, folderId, positions, focusId, onFocusMoved }: FolderListProps,
  grid: { columns: number; getPageSize: () => number },
) {
  const [initial] = useState(() => positions.get(folderId))
  const navigation = useListNavigation({
    containerRef: scroller,
    attribute: entryAttribute,
    rows,
    getKey: ({ id }) => id,
    initialKey: initial.entryId,
    keepsPosition: true,
    onActivate: ({ id }) => positions.update(folderId, { entryId: id }),
    ...grid,
  })
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = initial.top
  }, [scroller, initial])
  const focusIndex = focusId === undefined ? -1 : rows.findIndex(({ id }) => id === focusId)
  useEffect(() => {
    if (focusIndex < 0) return
    navigation.focusIndex(focusIndex)
    onFocusMoved()
  })
  return navigation
}

/** `top`: scroll position in px. */
type FolderPosition = { top: number; entryId: number | undefined }

const startPosition: FolderPosition = { top: 0, entryId: undefined }

const getPositions = memoizePerOwner((_: QueryClient) => new Map<string, FolderPosition>())

export type FolderPositions = ReturnType<typeof getFolderPositions>

/** Stored until the page is closed. */
export function getFolderPositions(client: QueryClient, courseId: number) {
  const stored = getPositions(client)
  const getKey = (folderId: number) => `${courseId}/${folderId}`
  const get = (folderId: number): FolderPosition => stored.get(getKey(folderId)) ?? startPosition
  return {
    get,
    update(folderId: number, changes: Partial<FolderPosition>): void {
      stored.set(getKey(folderId), { ...get(folderId), ...changes })
    },
    /** A folder that is opened from its parent starts at the top. */
    reset(folderId: number): void {
      stored.delete(getKey(folderId))
    },
  }
}
