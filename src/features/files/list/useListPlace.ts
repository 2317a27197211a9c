import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import type { Sorting } from '../filesAddress.ts'
import type { FileIndex } from '../model/fileIndex.ts'

export type ListPlace = ReturnType<typeof useListPlace>

/** Returns the current entry of a folder. Stores it with the scroll position, and restores both later. */
export function useListPlace(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, folderId, places, goTo, onWent }: ListProps,
) {
  const [kept] = useState(() => places.read(folderId))
  const [activeId, setActiveId] = useState(kept.entryId)
  const last = useRef(0)
  const found = activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId)
  // The entry with the tab stop, which is always rendered. If it was removed, the entry at its position.
  const active = Math.max(0, found >= 0 ? found : Math.min(last.current, rows.length - 1))

  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
    void row.scrollIntoView({ block: 'nearest' })
  }
  /** Makes an entry the tab stop. */
  const activate = (entry: ClassFile) => {
    setActiveId(entry.id)
    places.change(folderId, { entryId: entry.id })
  }
  /** Focuses the entry at an index and scrolls it into view. */
  const focusAt = (at: number): ClassFile | undefined => {
    const entry = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!entry) return undefined
    activate(entry)
    wanted.current = entry.id
    focusWanted()
    return entry
  }
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = kept.top
  }, [scroller, kept])
  useLayoutEffect(() => {
    last.current = active
    if (wanted.current !== undefined) focusWanted()
  })
  const goToAt = goTo === undefined ? -1 : rows.findIndex(({ id }) => id === goTo)
  useEffect(() => {
    if (goToAt < 0) return
    focusAt(goToAt)
    onWent()
  })

  return { active, activate, focusAt }
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
