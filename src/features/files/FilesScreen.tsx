import { Button } from '@mantine/core'
import { IconFolderOff, IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { useLocale } from 'use-intl'
import { topFolderId } from '../../contract/wire.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed, StaleDataNotice } from '../../ui/feedback/LoadFailed.tsx'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FilePicker } from '../../ui/inputs/FilePicker.tsx'
import { type ScreenAction, ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { useIsWide } from '../../ui/layout/screenSize.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import styles from './Files.module.css'
import { FilesSkeleton } from './FolderContent.tsx'
import { Breadcrumbs, FolderToolbar } from './FolderToolbar.tsx'
import { useFilesAddress } from './filesAddress.ts'
import { getFolderPositions } from './list/useListPosition.ts'
import { createEntryOrder, sortByName } from './model/entryOrder.ts'
import { indexFiles } from './model/fileIndex.ts'
import { OpenFolder } from './OpenFolder.tsx'
import { FolderTree } from './tree/FolderTree.tsx'
import { readFileInput } from './uploads/planUploads.ts'
import { useAddUploads } from './uploads/useUploads.ts'
import { useClassFiles, useMayCreate } from './useClassFiles.ts'

const NewFolderDialog = lazyComponent(
  async () => (await import('./newFolder/NewFolderDialog.tsx')).NewFolderDialog,
)

/** /classes/:courseId/files/:folderId?file=&find=&sort=&view= */
export function FilesScreen() {
  const { courseId, folderId = topFolderId } = useParams()
  return <Files key={courseId} courseId={Number(courseId)} folderId={Number(folderId)} />
}

function Files({ courseId, folderId }: { courseId: number; folderId: number }) {
  const t = useT('files')
  const tErrors = useT('errors')
  const tUploads = useT('uploads')
  const format = useFormat()
  const now = useNow()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const address = useFilesAddress(courseId, folderId)
  const files = useClassFiles(courseId, address.address.file)
  const mayCreateHere = useMayCreate(courseId, folderId, files.index) ?? false
  const mayCreate = mayCreateHere && !files.isRefused
  const client = useQueryClient()
  const positions = useMemo(() => getFolderPositions(client, courseId), [client, courseId])
  const hasRoomForTree = useIsWide(90)
  const [isCreatingFolder, setCreatingFolder] = useState(false)
  const [createdId, setCreatedId] = useState<number>()
  const [initialFolderId] = useState(folderId)
  const [hasNavigated, setNavigated] = useState(false)
  if (!hasNavigated && initialFolderId !== folderId) setNavigated(true)

  const index = files.index ?? emptyIndex
  const folder = index.get(folderId)
  const name = folder ? truncateText(sanitizeName(folder.name), 80) : t('top')
  const treeOrder = useMemo(
    () => createEntryOrder(sortByName, { language, timeZone, index }),
    [language, timeZone, index],
  )
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const timer = setTimeout(preloadLazyParts, 2000)
    return () => clearTimeout(timer)
  }, [])
  const actions = useMemo((): readonly ScreenAction[] => {
    const action = (id: string, label: string, icon: ReactNode, run: () => void) =>
      ({ id, label, icon, run, variant: id === 'upload' ? 'filled' : 'default' }) as const
    if (!mayCreate) return []
    return [
      action('folder', t('new'), <IconFolderPlus aria-hidden />, () => setCreatingFolder(true)),
      action('uploadFolder', tUploads('uploadFolder'), <IconFolderUp aria-hidden />, () =>
        folderInput.current?.click(),
      ),
      action('upload', tUploads('upload'), <IconUpload aria-hidden />, () => fileInput.current?.click()),
    ]
  }, [mayCreate, t, tUploads])

  if (folder && !folder.is_dir) {
    const parentId = index.getPath(folderId).at(-2)?.id
    return <Navigate replace to={paths.files(courseId, parentId, { file: String(folderId) })} />
  }
  const { loadedAt, error, unreadableCount, isSingle, retry } = files
  const reason = error && formatError(error, tErrors, format.time)
  const retryAction = { label: tErrors('tryAgain'), run: retry }
  const isMissing = folderId !== topFolderId && !folder
  const isComplete = files.index?.isComplete ?? false
  const renderFolder = () => {
    if (files.index && !isMissing) {
      return (
        <OpenFolder
          key={folderId}
          courseId={courseId}
          folderId={folderId}
          name={name}
          index={files.index}
          address={address}
          positions={positions}
          mayCreate={mayCreate}
          shouldTakeFocus={hasNavigated}
          createdId={createdId}
          onCreatedFocused={() => setCreatedId(undefined)}
          onNewFolder={() => setCreatingFolder(true)}
          onUpload={() => fileInput.current?.click()}
        >
          {(reason || unreadableCount > 0 || isSingle) && (
            <div className={styles.notices}>
              {isSingle && <Notice role="status">{t('onlyThis')}</Notice>}
              {loadedAt !== undefined && reason && (
                <StaleDataNotice
                  sentence={t('stale', { when: format.moment(loadedAt, now), reason })}
                  retry={retryAction}
                />
              )}
              {unreadableCount > 0 && (
                <Notice tone="warn">{tErrors('unreadable', { count: unreadableCount })}</Notice>
              )}
            </div>
          )}
        </OpenFolder>
      )
    }
    return (
      <section className={styles.files}>
        <Breadcrumbs path={[]} getFolderHref={address.getFolderHref} />
        {isComplete ? (
          <div className={styles.message}>
            <EmptyState
              icon={<IconFolderOff aria-hidden />}
              title={t('gone.title')}
              actions={
                <Button component={Link} to={paths.files(courseId)}>
                  {t('gone.top')}
                </Button>
              }
            >
              {t('gone.lead')}
            </EmptyState>
          </div>
        ) : reason ? (
          <div className={styles.message}>
            <LoadFailed title={t('failed')} reason={reason} retry={retryAction} />
          </div>
        ) : (
          <>
            <FolderToolbar address={address} entryCount={undefined} />
            <FilesSkeleton />
          </>
        )}
      </section>
    )
  }
  return (
    <div className={styles.page}>
      <ScreenHeader
        title={t('title')}
        documentTitle={folder ? `${name} · ${t('title')}` : t('title')}
        actions={actions}
      />
      {hasRoomForTree && (
        <FolderTree
          index={index}
          folderId={folderId}
          order={treeOrder}
          getHref={address.getFolderHref}
          onOpen={positions.reset}
        />
      )}
      {renderFolder()}
      {mayCreate && <UploadInputs {...{ courseId, folderId, fileInput, folderInput }} />}
      {isCreatingFolder && (
        <NewFolderDialog
          courseId={courseId}
          folderId={folderId}
          parent={folder}
          isListLoading={!isComplete && !error}
          close={() => setCreatingFolder(false)}
          onCreated={id => {
            setCreatingFolder(false)
            setCreatedId(id)
          }}
        />
      )}
    </div>
  )
}

type UploadInputsProps = {
  courseId: number
  folderId: number
  fileInput: RefObject<HTMLInputElement | null>
  folderInput: RefObject<HTMLInputElement | null>
}

/** Hidden inputs behind the upload buttons in the header. */
function UploadInputs({ courseId, folderId, fileInput, folderInput }: UploadInputsProps) {
  const t = useT('uploads')
  const addUploads = useAddUploads(courseId)
  const uploadFiles = (files: readonly File[]) => void addUploads(readFileInput(files), folderId)
  return (
    <>
      <FilePicker ref={fileInput} label={t('chooseFiles')} onFiles={uploadFiles} />
      <FilePicker
        ref={input => {
          folderInput.current = input
          // Chooses folders. React does not know this attribute.
          if (input) input.webkitdirectory = true
        }}
        label={t('chooseFolder')}
        onFiles={uploadFiles}
      />
    </>
  )
}

const emptyIndex = indexFiles([])

/** Loads lazy code in advance. Offline, picked files would be lost if the dialog about their names can't be loaded. */
const preloadLazyParts = (): Promise<unknown> =>
  Promise.allSettled([
    import('./conflicts/ConflictDialog.tsx'),
    import('./newFolder/NewFolderDialog.tsx'),
    import('./delete/DeleteDialog.tsx'),
    import('./list/EntryMenu.tsx'),
    import('./move/MoveDialog.tsx'),
    import('./preview/PreviewPane.tsx'),
  ])
