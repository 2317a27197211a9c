import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import type { Sorting } from '../filesAddress.ts'
import type { FileIndex } from '../model/fileIndex.ts'

export type ListPlace = ReturnType<typeof useListPlace>

/** Where somebody is in a folder, and how far it is scrolled; both are kept for the way back. */
export function useListPlace(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, folderId, places, goTo, onWent }: ListProps,
) {
  const [kept] = useState(() => places.read(folderId))
  const [activeId, setActiveId] = useState(kept.entryId)
  const last = useRef(0)
  const found = activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId)
  // The one with the tab stop, which is always drawn; where it was, when it is not there any more.
  const active = Math.max(0, found >= 0 ? found : Math.min(last.current, rows.length - 1))

  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
    void row.scrollIntoView({ block: 'nearest' })
  }
  /** Makes an entry the one with the tab stop. */
  const activate = (entry: ClassFile) => {
    setActiveId(entry.id)
    places.change(folderId, { entryId: entry.id })
  }
  /** Moves the focus to an entry by its place in the rows, which comes into sight. */
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

/** What a folder shows, for the list and for the tiles. */
export type ListProps = {
  folderId: number
  /** What is read out of the whole. */
  label: string
  index: FileIndex
  rows: readonly ClassFile[]
  /** How many of the rows lie in the folder itself; the rest is said with its path. */
  here: number
  sort: Sorting
  /** The one in the preview. */
  shown: number | undefined
  /** On their way out. */
  deleting: ReadonlySet<number>
  places: EntryPlaces
  /** The focus goes to this entry as soon as it is there. */
  goTo: number | undefined
  onWent: () => void
  onSort: (sort: Sorting) => void
  /** The address that opens an entry. */
  to: (entry: ClassFile) => string
  onOpen: (entry: ClassFile) => void
  /** Shows a file beside the list, or puts it away again. */
  onPreview: (entry: ClassFile) => void
  onUp: () => void
  onMenu: (entry: ClassFile, at: FloatAnchor) => void
}

/** Where somebody was in a folder: how far it was scrolled (px), and on which entry. */
type FolderPlace = { top: number; entryId: number | undefined }

const held = new WeakMap<QueryClient, Map<string, FolderPlace>>()

/** The places in the folders of a class, kept until the page closes: who goes back or up finds them as they were. */
export function entryPlaces(client: QueryClient, courseId: number) {
  const all = held.get(client) ?? new Map<string, FolderPlace>()
  held.set(client, all)
  const key = (folderId: number) => `${courseId}/${folderId}`
  return {
    read: (folderId: number): FolderPlace => all.get(key(folderId)) ?? { top: 0, entryId: undefined },
    change: (folderId: number, place: Partial<FolderPlace>): void => {
      all.set(key(folderId), { ...(all.get(key(folderId)) ?? { top: 0, entryId: undefined }), ...place })
    },
    /** A folder that is opened from the one above it begins at its beginning. */
    forget: (folderId: number): void => void all.delete(key(folderId)),
  }
}

export type EntryPlaces = ReturnType<typeof entryPlaces>
