import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLocale } from 'use-intl'
import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useHasExtensions } from '../../session/extensions.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../ui/focus/isFocusLost.ts'
import { type FloatAnchor, isAttached } from '../../ui/layout/FloatTarget.tsx'
import { getRowKey, getRows } from '../../ui/list/rows.ts'
import { useListSelection } from '../../ui/list/useListSelection.ts'
import { useDeleteFiles } from './delete/useDeleteFiles.tsx'
import { useDownloadFile, useDownloadZip } from './download/useDownloadFile.ts'
import { ZipProgress } from './download/ZipProgress.tsx'
import styles from './Files.module.css'
import { EmptyFolder, FilesSkeleton, InfoLine } from './FolderContent.tsx'
import { Breadcrumbs, FolderToolbar } from './FolderToolbar.tsx'
import type { FolderAddress } from './filesAddress.ts'
import { FileList } from './list/FileList.tsx'
import { useFilesKeys } from './list/useFilesKeys.ts'
import { entryAttribute, type FolderListProps, type FolderPositions } from './list/useListPosition.ts'
import { createEntryOrder } from './model/entryOrder.ts'
import type { FileIndex } from './model/fileIndex.ts'
import { RenameField } from './move/RenameField.tsx'
import { useMoveFiles } from './move/useMoveFiles.tsx'
import { SelectionBar } from './selection/SelectionBar.tsx'
import { SelectionContext } from './selection/SelectionContext.ts'
import { UploadDropZone } from './uploads/UploadDropZone.tsx'
import { useFolderRows } from './useFolderRows.ts'

const UploadPanel = lazyComponent(async () => (await import('./uploads/UploadPanel.tsx')).UploadPanel)
const PreviewPane = lazyComponent(async () => (await import('./preview/PreviewPane.tsx')).PreviewPane)
const EntryMenu = lazyComponent(async () => (await import('./list/EntryMenu.tsx')).EntryMenu)

type OpenFolderProps = {
  courseId: number
  folderId: number
  name: string
  index: FileIndex
  address: FolderAddress
  positions: FolderPositions
  mayCreate: boolean
  /** Whether the list takes the focus if no element has it. */
  shouldTakeFocus: boolean
  /** Receives the focus. */
  createdId: number | undefined
  onCreatedFocused: () => void
  onNewFolder: () => void
  onUpload: () => void
  /** Notices about all files of the class. */
  children: ReactNode
}

export function OpenFolder(props: OpenFolderProps) {
  const { courseId, folderId, name, index, positions, mayCreate } = props
  const { address, view, getFolderHref, getHref, update } = props.address
  const onNewFolder = mayCreate ? props.onNewFolder : undefined
  const t = useT('files')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const navigate = useNavigate()
  const location = useLocation()
  const section = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const order = useMemo(
    () => createEntryOrder(address.sort, { language, timeZone, index }),
    [address.sort, language, timeZone, index],
  )
  const folderRows = useFolderRows({ index, folderId, find: address.find, order })
  const rows = folderRows?.rows ?? noRows
  const selection = useListSelection(rows)
  const [focusId, setFocusId] = useState<number>()
  const [wasRefused, setRefused] = useState(false)
  const [menu, setMenu] = useState<{ entry: ClassFile; anchor: FloatAnchor }>()
  const fileDownload = useDownloadFile()
  const downloadZip = useDownloadZip()
  const focusList = () => setFocusId(positions.get(folderId).entryId ?? rows[0]?.id)
  const hasExtensions = useHasExtensions()
  const [renamingId, setRenamingId] = useState<number>()
  const moving = useMoveFiles({ courseId, folderId, index, mayCreate, focusList, onMove: selection.clear })
  const deletion = useDeleteFiles({ courseId, index, focusList, onDelete: selection.clear })
  useFocusOnOpen(section, props.shouldTakeFocus && folderRows !== undefined, {
    startsAtTop: positions.get(folderId).entryId === undefined,
    focusList: rows.length > 0 ? focusList : undefined,
  })

  const path = index.getPath(folderId)
  const openParent = () => {
    if (folderId === topFolderId) return
    const parentId = path.at(-2)?.id ?? topFolderId
    positions.update(parentId, { entryId: folderId })
    void navigate(getFolderHref(parentId), { state: { keepsFocus: true } })
  }
  const getEntryHref = (entry: ClassFile) =>
    entry.is_dir ? getFolderHref(entry.id) : getHref({ file: entry.id })
  const open = (entry: ClassFile) => {
    if (entry.is_dir) positions.reset(entry.id)
    void navigate(getEntryHref(entry), { state: { keepsFocus: true } })
  }
  const download = (entries: readonly ClassFile[]) => {
    const [first] = entries
    if (entries.length === 1 && first && !first.is_dir) fileDownload.downloadFile(first)
    else if (!index.isComplete) setRefused(true)
    else downloadZip(entries, index)
  }
  const askDelete = (ids: readonly number[]) =>
    index.isComplete ? deletion.askDelete(ids) : setRefused(true)
  const cut = (target: EventTarget | null) => {
    const key = getRowKey(target, entryAttribute)
    const ids = selection.ids.size > 0 ? selection.ids : new Set(key === undefined ? [] : [Number(key)])
    moving.cut(ids)
    selection.clear()
  }
  const renderNameField = (entry: ClassFile) => (
    <RenameField
      entry={entry}
      siblings={index.getChildren(entry.parent_id ?? topFolderId).filter(({ id }) => id !== entry.id)}
      rename={name => moving.rename(entry, name)}
      close={takesFocus => {
        setRenamingId(undefined)
        setFocusId(takesFocus ? entry.id : undefined)
      }}
    />
  )
  const getAccessHref = (entry: ClassFile) => paths.withAccess(location, { field: 'file_id', id: entry.id })
  const previewed = address.file === undefined ? undefined : index.get(address.file)
  const closePreview = () => {
    update({ file: undefined })
    if (rows.some(({ id }) => id === previewed?.id)) setFocusId(previewed?.id)
    // The file has no row, e.g. because of the filter.
    else section.current?.focus()
  }
  const entryCount = index.getChildren(folderId).length
  const isLoading = !folderRows || (rows.length === 0 && !index.isComplete)
  useFilesKeys(searchField, {
    selection,
    openParent,
    focusList,
    closePreview: previewed && closePreview,
    onNew: onNewFolder,
    onCut: hasExtensions ? cut : undefined,
    cancelCut: moving.cutIds.size > 0 ? moving.cancelCut : undefined,
  })
  const list: FolderListProps = {
    folderId,
    label: index.isComplete ? t('gridOf', { name, count: rows.length }) : name,
    index,
    rows,
    directCount: folderRows?.directCount ?? 0,
    sort: address.sort,
    previewedId: previewed?.id,
    deletingIds: deletion.deletingIds,
    positions,
    // The menu would take the focus from the field of the name.
    focusId: renamingId === undefined ? (focusId ?? props.createdId) : undefined,
    onFocusMoved: () => {
      setFocusId(undefined)
      props.onCreatedFocused()
    },
    onSort: sort => update({ sort }),
    getHref: getEntryHref,
    onOpen: open,
    onTogglePreview: entry =>
      previewed?.id === entry.id || entry.is_dir ? update({ file: undefined }) : open(entry),
    onOpenParent: openParent,
    // The button that opened the menu also closes it.
    onMenu: (entry, anchor) =>
      setMenu(current => (current?.anchor === anchor ? undefined : { entry, anchor })),
    changes: hasExtensions
      ? {
          renamingId,
          onRename: entry => setRenamingId(entry.id),
          renderNameField,
          cutIds: moving.cutIds,
          moveTo: moving.moveTo,
        }
      : undefined,
  }
  const content =
    rows.length > 0 ? (
      <FileList key={view} view={view} {...list} />
    ) : (
      <EmptyFolder
        list={list}
        find={address.find}
        onClear={() => update({ find: '' })}
        onNew={onNewFolder}
        onUpload={props.onUpload}
      />
    )
  return (
    <SelectionContext value={selection}>
      <section ref={section} className={styles.files} aria-label={name} tabIndex={-1}>
        <Breadcrumbs path={path} getFolderHref={getFolderHref} />
        <FolderToolbar
          address={props.address}
          entryCount={(index.isComplete && entryCount) || undefined}
          searchField={searchField}
        />
        {props.children}
        {wasRefused && !index.isComplete && (
          <div className={styles.notices}>
            <Notice role="status">{t('notLoaded')}</Notice>
          </div>
        )}
        {fileDownload.problem && (
          <div className={styles.notices}>
            <Notice
              tone="danger"
              role="alert"
              action={{ label: t('close'), run: fileDownload.dismissProblem }}
            >
              {fileDownload.problem}
            </Notice>
          </div>
        )}
        {folderRows && entryCount > 0 && selection.ids.size > 0 && (
          <SelectionBar
            index={index}
            getAccessHref={getAccessHref}
            onDownload={download}
            onMove={hasExtensions ? moving.askMove : undefined}
            onDelete={askDelete}
          />
        )}
        {folderRows && entryCount > 0 && selection.ids.size === 0 && (
          <InfoLine list={list} find={address.find} view={view} />
        )}
        {isLoading && <FilesSkeleton />}
        {!isLoading && !mayCreate && content}
        {!isLoading && mayCreate && (
          <UploadDropZone courseId={courseId} folderId={folderId}>
            {content}
          </UploadDropZone>
        )}
        <ZipProgress />
        {deletion.notice}
        {moving.notice}
        <UploadPanel courseId={courseId} focusList={focusList} />
        {menu && (
          <EntryMenu
            entry={menu.entry}
            anchor={menu.anchor}
            close={() => {
              setMenu(undefined)
              // If the row was removed, the list must not scroll to it.
              if (isAttached(menu.anchor)) setFocusId(menu.entry.id)
            }}
            accessHref={getAccessHref(menu.entry)}
            onOpen={() => open(menu.entry)}
            onDownload={() => download([menu.entry])}
            onRename={hasExtensions ? () => setRenamingId(menu.entry.id) : undefined}
            onMove={hasExtensions ? () => moving.askMove([menu.entry.id]) : undefined}
            onDelete={() => askDelete([menu.entry.id])}
          />
        )}
      </section>
      {previewed && !previewed.is_dir && (
        <PreviewPane
          file={previewed}
          list={list}
          close={closePreview}
          onShow={({ id }) => update({ file: id })}
          onDelete={({ id }) => askDelete([id])}
        />
      )}
    </SelectionContext>
  )
}

const noRows: readonly ClassFile[] = []

/**
 * Moves the focus to the list if no element has it, because the link to this folder was removed. `startsAtTop`: to the
 * first entry instead of the last used one.
 */
function useFocusOnOpen(
  section: { current: HTMLElement | null },
  isReady: boolean,
  { startsAtTop, focusList }: { startsAtTop: boolean; focusList: (() => void) | undefined },
) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    if (!isFocusLost()) return
    const firstRow = startsAtTop ? getRows(section.current, entryAttribute)[0] : undefined
    // Focusing the element directly needs no further render.
    if (firstRow) firstRow.focus({ preventScroll: true })
    else if (focusList) focusList()
    else section.current?.focus()
  })
}
