import { Button } from '@mantine/core'
import { IconFileDownload, IconFileOff, IconFileUnknown } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bytesQuery, getExternalAddress } from '../../../api/cache/documentBytes.ts'
import type { Document } from '../../../contract/document.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerTexts } from '../../../i18n/useViewerTexts.ts'
import { isOpaque } from '../../../lib/fileKinds.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { PreviewFile } from '../../../ui/viewer/Content.ts'
import { ExternalFile } from '../../../ui/viewer/NoPreview.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { fetchDocument } from '../download/fetchDocument.ts'
import styles from './PreviewPane.module.css'

type PreviewStageProps = { file: ClassFile; ahead: ClassFile | undefined }

/**
 * Delay before the next file is loaded in advance, in ms. So moving quickly through a folder sends no such requests.
 */
const pause = 300

const viewed = ({ name, document }: ClassFile): StagedFile | undefined =>
  document && !getExternalAddress(document)
    ? { id: document.id, name, type: document.content_type, size: document.size, document }
    : undefined

/**
 * A file in the shared viewer, or the reason why it is not shown. A file that can't be shown is never loaded, a large
 * one only on request.
 */
export function PreviewStage({ file, ahead }: PreviewStageProps) {
  const client = useQueryClient()
  const [views] = useState(createViewMemory)
  const [files] = useState(() => previewFiles(client, views))
  /** IDs of large files that the user asked for. */
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set())
  const words = useViewerTexts()

  const next = ahead && viewed(ahead)
  const nextId = next?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id says all that matters; new objects come with every answer.
  useEffect(() => {
    const timer = setTimeout(() => files.ahead(next), pause)
    return () => clearTimeout(timer)
  }, [files, nextId])
  useEffect(() => () => files.ahead(undefined), [files])

  const shown = viewed(file)
  const noPreview = words.noPreview('kind')
  const isReady = shown && (shown.size < asksFrom || wanted.has(shown.id))
  if (!shown || isOpaque(shown) || !isReady) {
    return (
      <div className={styles.stage} data-message>
        {!shown ? (
          <NotHere file={file} words={words} />
        ) : isOpaque(shown) ? (
          <EmptyState icon={<IconFileUnknown aria-hidden />} title={noPreview.title}>
            {noPreview.text}
          </EmptyState>
        ) : (
          <Large file={shown} show={() => setWanted(new Set(wanted).add(shown.id))} />
        )}
      </div>
    )
  }
  return (
    <div className={styles.stage}>
      <Viewer
        bare
        files={[shown]}
        shown={shown.id}
        onShow={() => undefined}
        load={files.load}
        words={words}
        views={views}
      />
    </div>
  )
}

type NotHereProps = { file: ClassFile; words: ReturnType<typeof useViewerTexts> }

function NotHere({ file: { document }, words }: NotHereProps) {
  const t = useT('preview')
  const place = document && getExternalAddress(document)
  if (place) return <ExternalFile source={place} words={words} />
  return (
    <EmptyState icon={<IconFileOff aria-hidden />} title={t('noDocument')}>
      {t('noDocumentText')}
    </EmptyState>
  )
}

function Large({ file, show }: { file: StagedFile; show: () => void }) {
  const t = useT('preview')
  const format = useFormat()
  return (
    <EmptyState
      icon={<IconFileDownload aria-hidden />}
      title={t('large')}
      actions={<Button onClick={show}>{t('show')}</Button>}
    >
      {t('largeText', { size: format.fileSize(file.size) })}
    </EmptyState>
  )
}

/** A class file that can be shown, with its document. */
type StagedFile = PreviewFile & { document: Document }

const megabyte = 1024 * 1024
/** Larger files are not loaded in advance. */
const largestAhead = 2 * megabyte
/** Larger files are loaded on request only, in bytes. */
const asksFrom = 20 * megabyte
const minute = 60_000

/** Creates the loader of a preview pane, for the shown file and the next one. `views` caches prepared content. */
function previewFiles(client: QueryClient, views: ViewMemory) {
  let behind: StagedFile | undefined
  const giveUp = ({ document }: StagedFile) =>
    client.cancelQueries({ queryKey: bytesQuery(document).queryKey, exact: true })

  return {
    /** Loads the shown file. An abort cancels the request if no other caller needs it. */
    async load(file: StagedFile, signal: AbortSignal): Promise<Blob> {
      if (behind?.id === file.id) {
        // A background request could take a minute, and now the user waits for it.
        behind = undefined
        await giveUp(file)
      }
      return fetchDocument(client, file.document, { signal, gcTime: minute })
    },
    /**
     * Loads the next file in the background, after all other requests. The previous background request is cancelled.
     */
    ahead(file: StagedFile | undefined): void {
      if (behind && behind.id !== file?.id) void giveUp(behind)
      behind = undefined
      if (!file || file.size > largestAhead || isOpaque(file) || views.content(file.id)) return
      behind = file
      void client
        .fetchQuery({
          ...bytesQuery(file.document, { priority: 'background' }),
          gcTime: minute,
          retry: false,
        })
        .then(blob => (behind === file ? views.prepare(file, blob) : undefined))
        // The user has not opened it yet. If they do, the viewer shows the error.
        .catch(() => undefined)
        .finally(() => {
          if (behind === file) behind = undefined
        })
    },
  }
}
