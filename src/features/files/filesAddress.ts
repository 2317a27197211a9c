import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readParam } from '../../contract/wire.ts'
import { type FilesView, paths } from '../../paths.ts'
import { usePerson } from '../../ui/Person.tsx'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'

/** What a folder can be sorted by. */
export const sortColumns = ['name', 'size', 'added'] as const
export type Sorting = { by: (typeof sortColumns)[number]; descending: boolean }

/** What the address says of a folder. `file` is the id of the one in the preview. */
type FilesAddress = {
  file: number | undefined
  find: string
  sort: Sorting
  view: FilesView | undefined
}

export const byName: Sorting = { by: 'name', descending: false }

/** What names no file, order or view counts as not given. */
function readAddress(query: URLSearchParams): FilesAddress {
  const view = query.get('view')
  return {
    file: readParam('file_id', query.get('file') ?? '') || undefined,
    find: query.get('find') ?? '',
    sort: readSorting(query.get('sort') ?? ''),
    view: view === 'list' || view === 'tiles' ? view : undefined,
  }
}

/** `size` the smallest first, `-size` the largest. */
function readSorting(text: string): Sorting {
  const by = sortColumns.find(column => column === text.replace(/^-/, ''))
  return by ? { by, descending: text.startsWith('-') } : byName
}

/** Only what is not as it is anyway. */
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

/** What the address says of a folder, and the way to its neighbours. The view is remembered for the person. */
export function useFilesAddress(courseId: number, folderId: number) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const remembered = rememberedView(usePersonStorage(), usePerson().id)
  const address = useMemo(() => readAddress(new URLSearchParams(search)), [search])
  const here = (change: Partial<FilesAddress>): string =>
    paths.files(courseId, folderId, addressQuery({ ...address, ...change }))
  return {
    address,
    view: address.view ?? remembered.read(),
    /** The address of a folder, sorted and shown as this one. */
    folder: (id: number): string =>
      paths.files(courseId, id, addressQuery({ ...address, find: '', file: undefined })),
    /** The address of this folder with something else about it. */
    here,
    /** Goes there in place of this address: going back leads to what was shown before. */
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

/** Whether a person looked at files as a list or as tiles last. A list at first, and where the browser keeps nothing. */
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
        // Full: the address says it until another folder is opened.
      }
    },
  }
}
