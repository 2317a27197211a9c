import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readParam } from '../../contract/wire.ts'
import { type FilesView, paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import { type Sorting, sortByName } from './model/entryOrder.ts'
import { sortColumns } from './model/fileColumns.ts'

/** `file`: ID of the file in the preview. */
type FilesAddress = {
  file: number | undefined
  find: string
  sort: Sorting
  view: FilesView | undefined
}

/** Invalid values count as absent. */
function parseQuery(query: URLSearchParams): FilesAddress {
  const view = query.get('view')
  return {
    file: readParam('file_id', query.get('file') ?? '') || undefined,
    find: query.get('find') ?? '',
    sort: parseSorting(query.get('sort') ?? ''),
    view: view === 'list' || view === 'tiles' ? view : undefined,
  }
}

/** Returns `size` for ascending, `-size` for descending. */
export const formatSorting = ({ column, descending }: Sorting): string => `${descending ? '-' : ''}${column}`

export function parseSorting(text: string): Sorting {
  const column = sortColumns.find(name => name === text.replace(/^-/, ''))
  return column ? { column, descending: text.startsWith('-') } : sortByName
}

function toQuery({ file, find, sort, view }: FilesAddress) {
  const sorting = formatSorting(sort)
  return {
    ...(file !== undefined && { file: String(file) }),
    ...(find.trim() && { find }),
    ...(sorting !== formatSorting(sortByName) && { sort: sorting }),
    ...(view && { view }),
  }
}

export type FolderAddress = ReturnType<typeof useFilesAddress>

/** The chosen view is also stored per user. */
export function useFilesAddress(courseId: number, folderId: number) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const viewPreference = getViewPreference(useUserStorage(), useCurrentUser().id)
  const address = useMemo(() => parseQuery(new URLSearchParams(search)), [search])
  const getHref = (changes: Partial<FilesAddress>): string =>
    paths.files(courseId, folderId, toQuery({ ...address, ...changes }))
  return {
    address,
    view: address.view ?? viewPreference.read(),
    /** Keeps the order and view. */
    getFolderHref: (id: number): string =>
      paths.files(courseId, id, toQuery({ ...address, find: '', file: undefined })),
    getHref,
    /** Replaces the history entry, so that going back leads to the previous page. */
    update(changes: Partial<FilesAddress>): void {
      if (changes.view) viewPreference.write(changes.view)
      void navigate(getHref(changes), {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
        state: { keepsFocus: true },
      })
    },
  }
}

/** Default is the list, also if the browser stores no data. */
function getViewPreference(storage: Storage | undefined, personId: number) {
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
        // The storage is full. The address keeps the view.
      }
    },
  }
}
