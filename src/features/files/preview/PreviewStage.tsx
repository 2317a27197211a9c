import { Button } from '@mantine/core'
import { IconFileDownload, IconFileUnknown } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  bytesQuery,
  type DocumentFile,
  getExternalAddress,
  toDocumentFile,
} from '../../../api/cache/documentBytes.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isOpaque } from '../../../lib/fileKinds.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { fetchDocument } from '../download/fetchDocument.ts'
import { MissingFile } from './MissingFile.tsx'
import styles from './PreviewPane.module.css'

type PreviewStageProps = { file: ClassFile; next: ClassFile | undefined }

/** In ms. Moving quickly through a folder sends no requests. */
const preloadDelay = 300

const toPreviewFile = ({ name, document }: ClassFile): DocumentFile | undefined =>
  document && !getExternalAddress(document) ? { ...toDocumentFile(document), name } : undefined

/** A file without preview is never loaded, a large one only on request. */
export function PreviewStage({ file, next }: PreviewStageProps) {
  const client = useQueryClient()
  const [views] = useState(createViewMemory)
  const [loader] = useState(() => createFileLoader(client, views))
  /** IDs of large files that the user wants to see. */
  const [requestedIds, setRequestedIds] = useState<ReadonlySet<number>>(new Set())
  const t = useT('viewer')

  const nextFile = next && toPreviewFile(next)
  const nextId = nextFile?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response creates new objects, so compare the ID.
  useEffect(() => {
    const timer = setTimeout(() => loader.preload(nextFile), preloadDelay)
    return () => clearTimeout(timer)
  }, [loader, nextId])
  useEffect(() => () => loader.preload(undefined), [loader])

  const previewFile = toPreviewFile(file)
  const isReady = previewFile && (previewFile.size < minSizeToAsk || requestedIds.has(previewFile.id))
  if (!previewFile || isOpaque(previewFile) || !isReady) {
    return (
      <div className={styles.stage} data-message>
        {!previewFile ? (
          <MissingFile file={file} />
        ) : isOpaque(previewFile) ? (
          <EmptyState icon={<IconFileUnknown aria-hidden />} title={t('noPreview.kind.title')}>
            {t('noPreview.kind.text')}
          </EmptyState>
        ) : (
          <LargeFile
            file={previewFile}
            onShow={() => setRequestedIds(new Set(requestedIds).add(previewFile.id))}
          />
        )}
      </div>
    )
  }
  return (
    <div className={styles.stage}>
      <Viewer
        isEmbedded
        files={[previewFile]}
        shownId={previewFile.id}
        onShow={() => undefined}
        load={loader.load}
        views={views}
      />
    </div>
  )
}

function LargeFile({ file, onShow }: { file: DocumentFile; onShow: () => void }) {
  const t = useT('preview')
  const format = useFormat()
  return (
    <EmptyState
      icon={<IconFileDownload aria-hidden />}
      title={t('large')}
      actions={<Button onClick={onShow}>{t('show')}</Button>}
    >
      {t('largeText', { size: format.fileSize(file.size) })}
    </EmptyState>
  )
}

const megabyte = 1024 * 1024
/** Maximum size of a file that is loaded in advance, in bytes. */
const maxPreloadSize = 2 * megabyte
/** Size from which a file is loaded on request only, in bytes. */
const minSizeToAsk = 20 * megabyte
const minuteMs = 60_000

/** `views` caches prepared content. */
function createFileLoader(client: QueryClient, views: ViewMemory) {
  let preloading: DocumentFile | undefined
  const cancelRequest = ({ document }: DocumentFile) =>
    client.cancelQueries({ queryKey: bytesQuery(document).queryKey, exact: true })

  return {
    async load(file: DocumentFile, signal: AbortSignal): Promise<Blob> {
      if (preloading?.id === file.id) {
        // A background request has low priority, and now the user is waiting.
        preloading = undefined
        await cancelRequest(file)
      }
      return fetchDocument(client, file.document, { signal, gcTime: minuteMs })
    },
    /** Loads a file after all other requests. Cancels the previous background request. */
    preload(file: DocumentFile | undefined): void {
      if (preloading && preloading.id !== file?.id) void cancelRequest(preloading)
      preloading = undefined
      if (!file || file.size > maxPreloadSize || isOpaque(file) || views.getContent(file.id)) return
      preloading = file
      void client
        .fetchQuery({
          ...bytesQuery(file.document, { priority: 'background' }),
          gcTime: minuteMs,
          retry: false,
        })
        .then(blob => (preloading === file ? views.prepare(file, blob) : undefined))
        // The user has not opened it yet. If they do, the viewer shows the error.
        .catch(() => undefined)
        .finally(() => {
          if (preloading === file) preloading = undefined
        })
    },
  }
}
