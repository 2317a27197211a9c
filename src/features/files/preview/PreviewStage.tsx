import { IconFileDownload, IconFileOff, IconFileUnknown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { elsewhere } from '../../../api/documentBytes.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { KeptElsewhere } from '../../../ui/viewer/KeptElsewhere.tsx'
import { neverShown } from '../../../ui/viewer/neverShown.ts'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import styles from './PreviewPane.module.css'
import { asksFrom, type PreviewFile, previewFiles } from './previewFiles.ts'

type PreviewStageProps = { file: ClassFile; ahead: ClassFile | undefined }

/** Whoever leafs through a folder asks for nothing on the way, ms. */
const pause = 300

const viewed = ({ name, document }: ClassFile): PreviewFile | undefined =>
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
  const noPreview = words.unshown('kind')
  const isReady = shown && (shown.size < asksFrom || wanted.has(shown.id))
  if (!shown || neverShown(shown) || !isReady) {
    return (
      <div className={styles.stage} data-message>
        {!shown ? (
          <NotHere file={file} words={words} />
        ) : neverShown(shown) ? (
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

function NotHere({
  file: { document },
  words,
}: {
  file: ClassFile
  words: ReturnType<typeof useViewerWords>
}) {
  const t = useT('preview')
  const place = document && elsewhere(document)
  if (!place) {
    return (
      <EmptyState icon={<IconFileOff aria-hidden />} title={t('noDocument')}>
        {t('noDocumentText')}
      </EmptyState>
    )
  }
  return <KeptElsewhere place={place} words={words} />
}

function Large({ file, show }: { file: PreviewFile; show: () => void }) {
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
