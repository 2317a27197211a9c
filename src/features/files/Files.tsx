import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { useLocale } from 'use-intl'
import { topFolderId } from '../../contract/wire.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { latePart } from '../../i18n/latePart.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { AsOf } from '../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../ui/harmlessName.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import { useIsWide } from '../../ui/layout/screenSize.ts'
import { useNow, useSchoolTime } from '../../ui/SchoolTime.tsx'
import styles from './Files.module.css'
import { FilesFailed, FilesSkeleton, FolderGone } from './FilesFailed.tsx'
import { Breadcrumbs, FolderToolbar, UploadFields } from './FolderToolbar.tsx'
import { byName } from './filesLoader.ts'
import { entryPlaces } from './list/useListPlace.ts'
import { entryOrder } from './model/entryOrder.ts'
import { indexFiles } from './model/fileIndex.ts'
import { OpenFolder } from './OpenFolder.tsx'
import { FolderTree } from './tree/FolderTree.tsx'
import { type ClassFiles, useClassFiles, useMayCreate } from './useClassFiles.ts'
import { useFilesAddress } from './useFilesAddress.ts'
import { useHeaderActions } from './useHeaderActions.tsx'

const NewFolderDialog = latePart(
  async () => (await import('./newFolder/NewFolderDialog.tsx')).NewFolderDialog,
)

/** The files of one class, at one folder. */
export function Files({ courseId, folderId }: { courseId: number; folderId: number }) {
  const t = useT('files')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const files = useClassFiles(courseId)
  const address = useFilesAddress(courseId, folderId)
  const mayCreate = useMayCreate(courseId, folderId, files.index) ?? false
  const client = useQueryClient()
  const places = useMemo(() => entryPlaces(client, courseId), [client, courseId])
  // Where the page has room for the folders at the side.
  const hasTree = useIsWide(90)
  const [naming, setNaming] = useState(false)
  const [made, setMade] = useState<number>()
  const [firstFolder] = useState(folderId)
  const [moved, setMoved] = useState(false)
  if (!moved && firstFolder !== folderId) setMoved(true)

  const index = files.index ?? nothing
  const folder = index.get(folderId)
  const name = folder ? harmlessName(folder.name).slice(0, 80) : t('top')
  const treeOrder = useMemo(
    () => entryOrder(byName, { language, timeZone, index }),
    [language, timeZone, index],
  )
  const startNaming = useCallback(() => setNaming(true), [])
  const fileField = useRef<HTMLInputElement>(null)
  const folderField = useRef<HTMLInputElement>(null)
  const fields = useMemo(() => ({ files: fileField, folder: folderField }), [])
  useStrayDrops()
  useEffect(() => {
    const timer = setTimeout(fetchLateParts, 2000)
    return () => clearTimeout(timer)
  }, [])
  const actions = useHeaderActions(mayCreate, fields, startNaming)

  if (folder && !folder.is_dir) {
    const above = index.path(folderId).at(-2)?.id
    return <Navigate replace to={paths.files(courseId, above, { file: String(folderId) })} />
  }
  const isGone = files.index !== undefined && folderId !== topFolderId && !folder
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
          onNew={startNaming}
          onUpload={() => fileField.current?.click()}
        >
          <FilesNotices files={files} />
        </OpenFolder>
      )
    }
    return (
      <section className={styles.files}>
        <Breadcrumbs path={index.path(folderId)} to={address.folder} />
        {isGone ? (
          <FolderGone to={paths.files(courseId)} />
        ) : files.error ? (
          <FilesFailed error={files.error} retry={files.retry} />
        ) : (
          <>
            <FolderToolbar
              find={address.address.find}
              count={undefined}
              view={address.view}
              onFind={find => address.change({ find })}
              onView={view => address.change({ view })}
            />
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
      {mayCreate && <UploadFields courseId={courseId} folderId={folderId} {...fields} />}
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

const nothing = indexFiles([])

/**
 * Fetches what the screen shows only when asked, while there still is a network: what a person just picked must not be
 * lost for want of the dialog that asks about it. To be called once the screen stands.
 */
const fetchLateParts = (): Promise<unknown> =>
  Promise.allSettled([
    import('./uploads/ConflictDialog.tsx'),
    import('./newFolder/NewFolderDialog.tsx'),
    import('./delete/AskDelete.tsx'),
    import('./list/EntryMenu.tsx'),
    import('./preview/PreviewPane.tsx'),
  ])

/**
 * A file that is dropped beside the places that take it opens nothing: the browser would leave the app for it. Heard last,
 * when those places have had their turn.
 */
function useStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer } = event
      if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}

/** What must be known of the files: how old they are, what could not be read. */
function FilesNotices({ files }: { files: ClassFiles }) {
  const t = useT('files')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const { asOf, error, unreadable, retry } = files
  const isStale = asOf !== undefined && error !== null
  if (!isStale && unreadable === 0) return null
  return (
    <div className={styles.notices}>
      {isStale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(asOf, now),
            reason: errorSentence(error, tErrors, format.time),
          })}
          retry={{ label: t('tryAgain'), run: retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
