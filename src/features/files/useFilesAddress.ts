import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type FilesView, paths } from '../../paths.ts'
import { usePerson } from '../../ui/Person.tsx'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'
import { addressQuery, type FilesAddress, readAddress } from './filesLoader.ts'

export type UseFilesAddress = {
  address: FilesAddress
  view: FilesView
  /** The address of a folder, sorted and shown as this one. */
  folder: (folderId: number) => string
  /** The address of this folder with something else about it. */
  here: (change: Partial<FilesAddress>) => string
  /** Goes there in place of this address: going back leads to what was shown before. */
  change: (change: Partial<FilesAddress>) => void
}

/** What the address says of a folder, and the way to its neighbours. The view is remembered for the person. */
export function useFilesAddress(courseId: number, folderId: number): UseFilesAddress {
  const { search } = useLocation()
  const navigate = useNavigate()
  const remembered = rememberedView(usePersonStorage(), usePerson().id)
  const address = useMemo(() => readAddress(new URLSearchParams(search)), [search])
  const here = (change: Partial<FilesAddress>) =>
    paths.files(courseId, folderId, addressQuery({ ...address, ...change }))
  return {
    address,
    view: address.view ?? remembered.read(),
    folder: id => paths.files(courseId, id, addressQuery({ ...address, find: '', file: undefined })),
    here,
    change: change => {
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
