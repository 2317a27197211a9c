import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLocale } from 'use-intl'
import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../ui/focus/isFocusLost.ts'
import { useFileDrop } from '../../ui/inputs/FilePicker.tsx'
import { type FloatAnchor, isAttached } from '../../ui/layout/FloatTarget.tsx'
import { getRows } from '../../ui/list/rows.ts'
import { useListSelection } from '../../ui/list/useListSelection.ts'
import { useDeleteFiles } from './delete/useDeleteFiles.tsx'
import { useDownloadFile, useDownloadZip } from './download/useDownloadFile.ts'
import { ZipProgress } from './download/ZipProgress.tsx'
import styles from './Files.module.css'
import { FilesSkeleton, InfoLine, NoRows } from './FolderContent.tsx'
import { Breadcrumbs, FolderToolbar } from './FolderToolbar.tsx'
import type { UseFilesAddress } from './filesAddress.ts'
import { FileList } from './list/FileList.tsx'
import { useFilesKeys } from './list/useFilesKeys.ts'
import { type EntryPlaces, entryAttribute, type ListProps } from './list/useListPlace.ts'
import type { FileIndex } from './model/fileIndex.ts'
import { SelectionBar } from './selection/SelectionBar.tsx'
import { SelectionContext } from './selection/SelectionContext.ts'
import { readTransfer } from './uploads/planUploads.ts'
import { useAddUploads } from './uploads/useUploads.ts'
import { entryOrder, useArranged } from './useArranged.ts'

const UploadPanel = lazyComponent(async () => (await import('./uploads/UploadPanel.tsx')).UploadPanel)
const PreviewPane = lazyComponent(async () => (await import('./preview/PreviewPane.tsx')).PreviewPane)
const EntryMenu = lazyComponent(async () => (await import('./list/EntryMenu.tsx')).EntryMenu)

type OpenFolderProps = {
  courseId: number
  folderId: number
  name: string
  index: FileIndex
  address: UseFilesAddress
  places: EntryPlaces
  mayCreate: boolean
  /** Whether the folder was opened from another one. Then its list takes the focus if it was lost. */
  takesFocus: boolean
  /** An entry that was just created and receives the focus. */
  made: number | undefined
  onWent: () => void
  onNew: () => void
  onUpload: () => void
  /** Notices about all files of the class. */
  children: ReactNode
}

/** One folder: its path, its entries, the selection and the preview. */
export function OpenFolder(props: OpenFolderProps) {
  const { courseId, folderId, name, index, places, mayCreate, takesFocus, onNew } = props
  const { address, view, folder, here, change } = props.address
  const t = useT('files')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const navigate = useNavigate()
  const location = useLocation()
  const section = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const order = useMemo(
    () => entryOrder(address.sort, { language, timeZone, index }),
    [address.sort, language, timeZone, index],
  )
  const arranged = useArranged({ index, folderId, find: address.find, order })
  const rows = arranged?.rows ?? none
  const selection = useListSelection(rows)
  const [goTo, setGoTo] = useState<number>()
  const [menu, setMenu] = useState<{ entry: ClassFile; at: FloatAnchor }>()
  const single = useDownloadFile()
  const downloadZip = useDownloadZip()
  const focusList = () => setGoTo(places.read(folderId).entryId ?? rows[0]?.id)
  const deletion = useDeleteFiles({ courseId, index, focusList, onDelete: selection.clear })
  useFocusOnOpen(section, takesFocus && arranged !== undefined, {
    isFirst: places.read(folderId).entryId === undefined,
    focusList: rows.length > 0 ? focusList : undefined,
  })

  const path = index.path(folderId)
  const up = () => {
    if (folderId === topFolderId) return
    const above = path.at(-2)?.id ?? topFolderId
    places.change(above, { entryId: folderId })
    void navigate(folder(above), { state: { keepsFocus: true } })
  }
  const to = (entry: ClassFile) => (entry.is_dir ? folder(entry.id) : here({ file: entry.id }))
  const open = (entry: ClassFile) => {
    if (entry.is_dir) places.forget(entry.id)
    void navigate(to(entry), { state: { keepsFocus: true } })
  }
  const download = (chosen: readonly ClassFile[]) => {
    const [only] = chosen
    if (chosen.length === 1 && only && !only.is_dir) single.downloadFile(only)
    else downloadZip(chosen, index)
  }
  const toAccess = (entry: ClassFile) => paths.withAccess(location, { field: 'file_id', id: entry.id })
  const shown = address.file === undefined ? undefined : index.get(address.file)
  const closePreview = () => {
    change({ file: undefined })
    if (rows.some(({ id }) => id === shown?.id)) setGoTo(shown?.id)
    // The file is not in the list or filtered out, so there is no row that could take the focus.
    else section.current?.focus()
  }
  const count = index.children(folderId).length
  useFilesKeys(searchField, {
    selection,
    up,
    focusList,
    closePreview: shown && closePreview,
    onNew: mayCreate ? onNew : undefined,
  })
  const list: ListProps = {
    folderId,
    label: t('gridOf', { name, count: rows.length }),
    index,
    rows,
    here: arranged?.here ?? 0,
    sort: address.sort,
    shown: shown?.id,
    deleting: deletion.deleting,
    places,
    goTo: goTo ?? props.made,
    onWent: () => {
      setGoTo(undefined)
      props.onWent()
    },
    onSort: sort => change({ sort }),
    to,
    onOpen: open,
    onPreview: entry => (shown?.id === entry.id || entry.is_dir ? change({ file: undefined }) : open(entry)),
    onUp: up,
    // The button that opened the menu also closes it.
    onMenu: (entry, at) => setMenu(open => (open?.at === at ? undefined : { entry, at })),
  }
  const content =
    rows.length > 0 ? (
      <FileList key={view} view={view} {...list} />
    ) : (
      <NoRows
        list={list}
        find={address.find}
        onClear={() => change({ find: '' })}
        onNew={mayCreate ? onNew : undefined}
        onUpload={props.onUpload}
      />
    )
  return (
    <SelectionContext value={selection}>
      <section ref={section} className={styles.files} aria-label={name} tabIndex={-1}>
        <Breadcrumbs path={path} to={folder} />
        <FolderToolbar address={props.address} count={count || undefined} searchField={searchField} />
        {props.children}
        {single.problem && (
          <div className={styles.notices}>
            <Notice tone="danger" role="alert" action={{ label: t('close'), run: single.forget }}>
              {single.problem}
            </Notice>
          </div>
        )}
        {arranged && count > 0 && selection.ids.size > 0 && (
          <SelectionBar
            index={index}
            toAccess={toAccess}
            onDownload={download}
            onDelete={deletion.askDelete}
          />
        )}
        {arranged && count > 0 && selection.ids.size === 0 && (
          <InfoLine list={list} find={address.find} view={view} />
        )}
        {!arranged && <FilesSkeleton />}
        {arranged && !mayCreate && content}
        {arranged && mayCreate && (
          <DropPlace courseId={courseId} folderId={folderId}>
            {content}
          </DropPlace>
        )}
        <ZipProgress />
        {deletion.notice}
        <UploadPanel courseId={courseId} focusList={focusList} />
        {menu && (
          <EntryMenu
            entry={menu.entry}
            at={menu.at}
            close={() => {
              setMenu(undefined)
              // If the row was removed, it is not focused and the list does not scroll.
              if (isAttached(menu.at)) setGoTo(menu.entry.id)
            }}
            toAccess={toAccess(menu.entry)}
            onOpen={() => open(menu.entry)}
            onDownload={() => download([menu.entry])}
            onDelete={() => deletion.askDelete([menu.entry.id])}
          />
        )}
      </section>
      {shown && !shown.is_dir && (
        <PreviewPane
          file={shown}
          list={list}
          close={closePreview}
          show={({ id }) => change({ file: id })}
          remove={({ id }) => deletion.askDelete([id])}
        />
      )}
    </SelectionContext>
  )
}

const none: readonly ClassFile[] = []

/**
 * Moves the focus once when the folder is shown, if it was lost with a link of the previous folder. `isFirst`: it goes
 * to the first entry, which is in view.
 */
function useFocusOnOpen(
  section: { current: HTMLElement | null },
  isReady: boolean,
  { isFirst, focusList }: { isFirst: boolean; focusList: (() => void) | undefined },
) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    if (!isFocusLost()) return
    const first = isFirst ? getRows(section.current, entryAttribute)[0] : undefined
    // Focusing the element directly needs no further render.
    if (first) first.focus({ preventScroll: true })
    else if (focusList) focusList()
    else section.current?.focus()
  })
}

type DropPlaceProps = { courseId: number; folderId: number; children: ReactNode }

/** Drop zone around the list. Files that are dropped on it or pasted on the page are uploaded to this folder. */
function DropPlace({ courseId, folderId, children }: DropPlaceProps) {
  const t = useT('uploads')
  const add = useAddUploads(courseId)
  const { isDragOver, dropHandlers } = useFileDrop((_files, _folders, transfer) => {
    void readTransfer(transfer).then(picked => add(picked, folderId))
  }, true)
  return (
    <div className={styles.dropPlace} {...dropHandlers}>
      {children}
      {isDragOver && (
        <div className={styles.over} aria-hidden>
          <IconUpload />
          {t('drop')}
        </div>
      )}
    </div>
  )
}
