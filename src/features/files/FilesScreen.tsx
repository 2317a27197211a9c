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
import { byName, useFilesAddress } from './filesAddress.ts'
import { entryPlaces } from './list/useListPlace.ts'
import { indexFiles } from './model/fileIndex.ts'
import { OpenFolder } from './OpenFolder.tsx'
import { FolderTree } from './tree/FolderTree.tsx'
import { readFileInput } from './uploads/planUploads.ts'
import { useAddUploads } from './uploads/useUploads.ts'
import { entryOrder } from './useArranged.ts'
import { useClassFiles, useMayCreate } from './useClassFiles.ts'

const NewFolderDialog = lazyComponent(
  async () => (await import('./newFolder/NewFolderDialog.tsx')).NewFolderDialog,
)

/** /classes/:courseId/files/:folderId?file=&find=&sort=&view=. Another class mounts a new screen. */
export function FilesScreen() {
  const { courseId, folderId = topFolderId } = useParams()
  return <Files key={courseId} courseId={Number(courseId)} folderId={Number(folderId)} />
}

/** The files of a class, in one folder. */
function Files({ courseId, folderId }: { courseId: number; folderId: number }) {
  const t = useT('files')
  const tErrors = useT('errors')
  const tUploads = useT('uploads')
  const format = useFormat()
  const now = useNow()
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const files = useClassFiles(courseId)
  const address = useFilesAddress(courseId, folderId)
  const mayCreate = useMayCreate(courseId, folderId, files.index) ?? false
  const client = useQueryClient()
  const places = useMemo(() => entryPlaces(client, courseId), [client, courseId])
  // Whether there is room for the folder tree.
  const hasTree = useIsWide(90)
  const [naming, setNaming] = useState(false)
  const [made, setMade] = useState<number>()
  const [firstFolder] = useState(folderId)
  const [moved, setMoved] = useState(false)
  if (!moved && firstFolder !== folderId) setMoved(true)

  const index = files.index ?? nothing
  const folder = index.get(folderId)
  const name = folder ? truncateText(sanitizeName(folder.name), 80) : t('top')
  const treeOrder = useMemo(
    () => entryOrder(byName, { language, timeZone, index }),
    [language, timeZone, index],
  )
  const fileField = useRef<HTMLInputElement>(null)
  const folderField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const timer = setTimeout(fetchLateParts, 2000)
    return () => clearTimeout(timer)
  }, [])
  const actions = useMemo((): readonly ScreenAction[] => {
    const action = (id: string, label: string, icon: ReactNode, run: () => void) =>
      ({ id, label, icon, run, variant: id === 'upload' ? 'filled' : 'default' }) as const
    if (!mayCreate) return []
    return [
      action('folder', t('new'), <IconFolderPlus aria-hidden />, () => setNaming(true)),
      action('uploadFolder', tUploads('uploadFolder'), <IconFolderUp aria-hidden />, () =>
        folderField.current?.click(),
      ),
      action('upload', tUploads('upload'), <IconUpload aria-hidden />, () => fileField.current?.click()),
    ]
  }, [mayCreate, t, tUploads])

  if (folder && !folder.is_dir) {
    const above = index.path(folderId).at(-2)?.id
    return <Navigate replace to={paths.files(courseId, above, { file: String(folderId) })} />
  }
  const { asOf, error, unreadable, retry } = files
  const reason = error && formatError(error, tErrors, format.time)
  const again = { label: tErrors('tryAgain'), run: retry }
  const isGone = folderId !== topFolderId && !folder
  const body = () => {
    if (files.index && !isGone) {
      return (
        <OpenFolder
          key={folderId}
          courseId={courseId}
          folderId={folderId}
          name={name}
          index={files.index}
          address={address}
          places={places}
          mayCreate={mayCreate}
          takesFocus={moved}
          made={made}
          onWent={() => setMade(undefined)}
          onNew={() => setNaming(true)}
          onUpload={() => fileField.current?.click()}
        >
          {(reason || unreadable > 0) && (
            <div className={styles.notices}>
              {asOf !== undefined && reason && (
                <StaleDataNotice
                  sentence={t('stale', { when: format.moment(asOf, now), reason })}
                  retry={again}
                />
              )}
              {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
            </div>
          )}
        </OpenFolder>
      )
    }
    return (
      <section className={styles.files}>
        <Breadcrumbs path={[]} to={address.folder} />
        {files.index ? (
          <div className={styles.place}>
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
          <div className={styles.place}>
            <LoadFailed title={t('failed')} reason={reason} retry={again} />
          </div>
        ) : (
          <>
            <FolderToolbar address={address} count={undefined} />
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
      {hasTree && (
        <FolderTree
          index={index}
          folderId={folderId}
          order={treeOrder}
          to={address.folder}
          onFollow={places.forget}
        />
      )}
      {body()}
      {mayCreate && (
        <UploadFields courseId={courseId} folderId={folderId} files={fileField} folder={folderField} />
      )}
      {naming && (
        <NewFolderDialog
          courseId={courseId}
          folderId={folderId}
          parent={folder}
          close={() => setNaming(false)}
          onMade={id => {
            setNaming(false)
            setMade(id)
          }}
        />
      )}
    </div>
  )
}

type UploadFieldsProps = {
  courseId: number
  folderId: number
  /** Opens the browser's file picker, or its folder picker. */
  files: RefObject<HTMLInputElement | null>
  folder: RefObject<HTMLInputElement | null>
}

/** The inputs behind the buttons in the header. Chosen files are uploaded to this folder. */
function UploadFields({ courseId, folderId, files, folder }: UploadFieldsProps) {
  const t = useT('uploads')
  const add = useAddUploads(courseId)
  const chosen = (picked: readonly File[]) => void add(readFileInput(picked), folderId)
  return (
    <>
      <FilePicker ref={files} label={t('chooseFiles')} onFiles={chosen} />
      <FilePicker
        ref={input => {
          folder.current = input
          // Chooses whole folders. React does not know this attribute.
          if (input) input.webkitdirectory = true
        }}
        label={t('chooseFolder')}
        onFiles={chosen}
      />
    </>
  )
}

const nothing = indexFiles([])

/**
 * Fetches code that is only needed on demand, while there is a network. Otherwise files that the user has just picked
 * would be lost, because the dialog that asks about them can't be loaded. Called after the screen is shown.
 */
const fetchLateParts = (): Promise<unknown> =>
  Promise.allSettled([
    import('./uploads/ConflictDialog.tsx'),
    import('./newFolder/NewFolderDialog.tsx'),
    import('./delete/AskDelete.tsx'),
    import('./list/EntryMenu.tsx'),
    import('./preview/PreviewPane.tsx'),
  ])
