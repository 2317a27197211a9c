import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import { useListNavigation } from '../../../ui/list/useListNavigation.ts'
import type { Sorting } from '../filesAddress.ts'
import type { FileIndex } from '../model/fileIndex.ts'

/** Attribute of the rows and tiles. */
export const entryAttribute = 'data-entry'

/** Moves the focus through a folder. Stores the current entry with the scroll position, and restores both later. */
export function useListPlace(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, folderId, places, goTo, onWent }: ListProps,
  grid: { columns: number; getPageSize: () => number },
) {
  const [kept] = useState(() => places.read(folderId))
  const navigation = useListNavigation({
    containerRef: scroller,
    attribute: entryAttribute,
    rows,
    getKey: ({ id }) => id,
    initialKey: kept.entryId,
    keepsPosition: true,
    onActivate: ({ id }) => places.change(folderId, { entryId: id }),
    ...grid,
  })
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = kept.top
  }, [scroller, kept])
  const goToAt = goTo === undefined ? -1 : rows.findIndex(({ id }) => id === goTo)
  useEffect(() => {
    if (goToAt < 0) return
    navigation.focusIndex(goToAt)
    onWent()
  })
  return navigation
}

/** Content of a folder, for the list and the tiles. */
export type ListProps = {
  folderId: number
  /** Accessible name of the list. */
  label: string
  index: FileIndex
  rows: readonly ClassFile[]
  /** Number of rows in the folder itself. The others have their paths in their rows. */
  here: number
  sort: Sorting
  /** ID of the file in the preview. */
  shown: number | undefined
  /** IDs of the entries that are being deleted. */
  deleting: ReadonlySet<number>
  places: EntryPlaces
  /** The entry that takes the focus as soon as it exists. */
  goTo: number | undefined
  onWent: () => void
  onSort: (sort: Sorting) => void
  /** Returns the address that opens an entry. */
  to: (entry: ClassFile) => string
  onOpen: (entry: ClassFile) => void
  /** Shows a file in the preview, or closes the preview if the file is in it. */
  onPreview: (entry: ClassFile) => void
  onUp: () => void
  onMenu: (entry: ClassFile, at: FloatAnchor) => void
}

/** Position in a folder: the scroll position in px, and the current entry. */
type FolderPlace = { top: number; entryId: number | undefined }

const held = new WeakMap<QueryClient, Map<string, FolderPlace>>()

/**
 * Returns the positions in the folders of a class. They are stored until the page is closed, so that going back or up
 * restores them.
 */
export function entryPlaces(client: QueryClient, courseId: number) {
  const all = held.get(client) ?? new Map<string, FolderPlace>()
  held.set(client, all)
  const key = (folderId: number) => `${courseId}/${folderId}`
  return {
    read: (folderId: number): FolderPlace => all.get(key(folderId)) ?? { top: 0, entryId: undefined },
    change: (folderId: number, place: Partial<FolderPlace>): void => {
      all.set(key(folderId), { ...(all.get(key(folderId)) ?? { top: 0, entryId: undefined }), ...place })
    },
    /** A folder that is opened from its parent starts at the top. */
    forget: (folderId: number): void => void all.delete(key(folderId)),
  }
}

export type EntryPlaces = ReturnType<typeof entryPlaces>
