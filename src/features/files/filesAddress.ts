import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readParam } from '../../contract/wire.ts'
import { type FilesView, paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'

/** Columns by which a folder can be sorted. */
export const sortColumns = ['name', 'size', 'added'] as const
export type Sorting = { by: (typeof sortColumns)[number]; descending: boolean }

/** State of a folder in the address. `file` is the ID of the file in the preview. */
type FilesAddress = {
  file: number | undefined
  find: string
  sort: Sorting
  view: FilesView | undefined
}

export const byName: Sorting = { by: 'name', descending: false }

/** Reads the query. Invalid values count as absent. */
function readAddress(query: URLSearchParams): FilesAddress {
  const view = query.get('view')
  return {
    file: readParam('file_id', query.get('file') ?? '') || undefined,
    find: query.get('find') ?? '',
    sort: readSorting(query.get('sort') ?? ''),
    view: view === 'list' || view === 'tiles' ? view : undefined,
  }
}

/** Reads the order: `size` starts with the smallest, `-size` with the largest. */
function readSorting(text: string): Sorting {
  const by = sortColumns.find(column => column === text.replace(/^-/, ''))
  return by ? { by, descending: text.startsWith('-') } : byName
}

/** Returns the query without default values. */
function addressQuery({ file, find, sort: { by, descending }, view }: FilesAddress) {
  const sort = by === 'name' && !descending ? '' : `${descending ? '-' : ''}${by}`
  return {
    ...(file !== undefined && { file: String(file) }),
    ...(find.trim() && { find }),
    ...(sort && { sort }),
    ...(view && { view }),
  }
}

export type UseFilesAddress = ReturnType<typeof useFilesAddress>

/** Returns the state of a folder in the address, and the addresses of its neighbours. The view is stored per user. */
export function useFilesAddress(courseId: number, folderId: number) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const remembered = rememberedView(useUserStorage(), useCurrentUser().id)
  const address = useMemo(() => readAddress(new URLSearchParams(search)), [search])
  const here = (change: Partial<FilesAddress>): string =>
    paths.files(courseId, folderId, addressQuery({ ...address, ...change }))
  return {
    address,
    view: address.view ?? remembered.read(),
    /** Returns the address of a folder with the order and view of this one. */
    folder: (id: number): string =>
      paths.files(courseId, id, addressQuery({ ...address, find: '', file: undefined })),
    /** Returns the address of this folder with changes. */
    here,
    /** Replaces the address, so that going back leads to the page before it. */
    change(change: Partial<FilesAddress>): void {
      if (change.view) remembered.write(change.view)
      void navigate(here(change), {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
        state: { keepsFocus: true },
      })
    },
  }
}

/**
 * Reads and stores whether the user prefers a list or tiles. Starts with a list, also if the browser stores no data.
 */
function rememberedView(storage: Storage | undefined, personId: number) {
  const key = `staffroom:${personId}:files:view`
  return {
    read(): FilesView {
      try {
        return storage?.getItem(key) === 'tiles' ? 'tiles' : 'list'
      } catch {
        return 'list'
      }
    },
    write(view: FilesView): void {
      try {
        storage?.setItem(key, view)
      } catch {
        // The storage is full. The address has the view until another folder is opened.
      }
    },
  }
}
