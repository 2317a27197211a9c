import { Button } from '@mantine/core'
import { IconFileDownload, IconFileOff, IconFileUnknown } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bytesOf, elsewhere } from '../../../api/client/documentBytes.ts'
import type { Document } from '../../../contract/document.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { isOpaque } from '../../../lib/fileKinds.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { PreviewFile } from '../../../ui/viewer/Content.ts'
import { KeptElsewhere } from '../../../ui/viewer/NoPreview.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory, type ViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { fetchDocument } from '../download/fetchDocument.ts'
import styles from './PreviewPane.module.css'

type PreviewStageProps = { file: ClassFile; ahead: ClassFile | undefined }

/** Whoever leafs through a folder asks for nothing on the way, ms. */
const pause = 300

const viewed = ({ name, document }: ClassFile): StagedFile | undefined =>
  document && !elsewhere(document)
    ? { id: document.id, name, type: document.content_type, size: document.size, document }
    : undefined

/** The file in the shared viewer, or why it is not there. Nothing is loaded that can't be shown, and nothing large unasked. */
export function PreviewStage({ file, ahead }: PreviewStageProps) {
  const client = useQueryClient()
  const [views] = useState(createViewMemory)
  const [files] = useState(() => previewFiles(client, views))
  /** Of large files, those that were asked for. */
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set())
  const words = useViewerWords()

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

type NotHereProps = { file: ClassFile; words: ReturnType<typeof useViewerWords> }

function NotHere({ file: { document }, words }: NotHereProps) {
  const t = useT('preview')
  const place = document && elsewhere(document)
  if (place) return <KeptElsewhere place={place} words={words} />
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

/** A file of a class that can be shown, and where its bytes are. */
type StagedFile = PreviewFile & { document: Document }

const megabyte = 1024 * 1024
/** Larger ones are fetched when they are looked at. */
const largestAhead = 2 * megabyte
/** Larger ones are loaded when somebody asks for it, bytes. */
const asksFrom = 20 * megabyte
const minute = 60_000

/** The files of one preview pane: the one that is looked at, and the next one. `views` keeps what is ready to be shown. */
function previewFiles(client: QueryClient, views: ViewMemory) {
  let behind: StagedFile | undefined
  const giveUp = ({ document }: StagedFile) =>
    client.cancelQueries({ queryKey: bytesOf(document).queryKey, exact: true })

  return {
    /** Gives the request up where nobody waits for it any more. */
    async load(file: StagedFile, signal: AbortSignal): Promise<Blob> {
      if (behind?.id === file.id) {
        // What goes behind everything else could take a minute; now somebody waits for it.
        behind = undefined
        await giveUp(file)
      }
      return fetchDocument(client, file.document, { signal, gcTime: minute })
    },
    /** Makes this one ready behind everything else that is asked for; what was to be made ready before is given up. */
    ahead(file: StagedFile | undefined): void {
      if (behind && behind.id !== file?.id) void giveUp(behind)
      behind = undefined
      if (!file || file.size > largestAhead || isOpaque(file) || views.content(file.id)) return
      behind = file
      void client
        .fetchQuery({ ...bytesOf(file.document, { priority: 'background' }), gcTime: minute, retry: false })
        .then(blob => (behind === file ? views.prepare(file, blob) : undefined))
        // Nobody asked for it yet; whoever does is told why it can't be shown.
        .catch(() => undefined)
        .finally(() => {
          if (behind === file) behind = undefined
        })
    },
  }
}
