import { Box, Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { getFileKind, isMarkup } from '../../lib/fileKinds.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { useIsPhone } from '../layout/screenSize.ts'
import { useContentSize } from '../layout/useContentSize.ts'
import { sanitizeName } from '../sanitizeName.ts'
import { saveBlob } from '../saveBlob.ts'
import type { Content, ImageContent, PreviewFile } from './Content.ts'
import { FileTabs } from './FileTabs.tsx'
import { MediaSheet, TextSheet } from './MediaSheet.tsx'
import { ExternalFile, NoPreview } from './NoPreview.tsx'
import { PdfSheets } from './PdfSheets.tsx'
import { type LoadFile, useContent } from './useContent.ts'
import { useFileView } from './useFileView.ts'
import { useDragPan, useViewerKeys, useZoomGestures } from './useZoomGestures.ts'
import styles from './Viewer.module.css'
import type { ViewerOverlay } from './ViewerOverlay.ts'
import { ViewerToolbar, ViewerTools } from './ViewerToolbar.tsx'
import type { FileView, ViewMemory } from './ViewMemory.ts'
import { rotateExtent } from './viewport.ts'

type ViewerProps<File extends PreviewFile> = {
  files: readonly File[]
  /** Default: the first file. */
  shownId: number | undefined
  onShow: (id: number) => void
  load: LoadFile<File>
  views: ViewMemory
  /** Default: "No files". */
  emptyText?: string
  /** Name of the list of files, if there are several viewers on one screen. */
  label?: string
  /** Without name, download and tabs, which the container shows itself. */
  isEmbedded?: boolean
  getOverlay?: ((file: File) => ViewerOverlay) | undefined
}

/** The content of a file can't run, load anything or create links (rule 15). */
export function Viewer<File extends PreviewFile>({ files, shownId, emptyText, ...rest }: ViewerProps<File>) {
  const t = useT('viewer')
  const file = files.find(({ id }) => id === shownId) ?? files[0]
  if (!file) {
    return (
      <div className={styles.viewer}>
        <p className={styles.none}>{emptyText ?? t('empty')}</p>
      </div>
    )
  }
  return <FileViewer files={files} file={file} {...rest} />
}

type FileViewerProps<File extends PreviewFile> = Omit<ViewerProps<File>, 'shownId' | 'emptyText'> & {
  file: File
}

function FileViewer<File extends PreviewFile>(props: FileViewerProps<File>) {
  const { files, file, onShow, load, views, label, isEmbedded = false, getOverlay } = props
  const t = useT('viewer')
  const formatReason = useFormatError()
  const name = sanitizeName(file.name)
  const stage = useRef<HTMLDivElement>(null)
  const contentElement = useRef<HTMLDivElement>(null)
  const area = useContentSize(stage)
  const contentState = useContent(file, load, views)
  const content = contentState.state === 'ready' ? contentState.content : undefined
  const { actions, scale, rotation, zoomBy } = useFileView({
    file,
    content,
    area,
    views,
    stage,
    contentElement,
  })
  const { download, problem } = useDownload(file, load)
  useZoomGestures(stage, zoomBy)
  useDragPan(stage, actions !== undefined)
  const isPhone = useIsPhone()
  const isDrawn = content ? actions !== undefined : isProbablyDrawn(file)
  const overlay = isDrawn ? getOverlay?.(file) : undefined
  const isFullScreen = isPhone && overlay?.isFullScreen === true
  const hasOverlayTools = overlay && (!isPhone || isFullScreen)
  useViewerKeys({ files, file, onShow, actions, isMarking: overlay?.isActive === true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the top of another file.
  useLayoutEffect(() => {
    stage.current?.scrollTo?.({ top: 0, left: 0, behavior: 'instant' })
  }, [file.id])

  return (
    <div className={styles.viewer} data-embedded={isEmbedded} data-fullscreen={isFullScreen || undefined}>
      {isFullScreen && overlay.header}
      {hasOverlayTools && overlay.toolbar}
      {!isEmbedded && !hasOverlayTools && (
        <ViewerToolbar file={file} actions={actions} download={file.externalAddress ? undefined : download}>
          {/* Together with the other buttons, which would move it. */}
          {actions && overlay?.openButton}
        </ViewerToolbar>
      )}
      {problem !== undefined && (
        <Box p="0 var(--viewer-inset) var(--space-2)">
          <Notice tone="danger" role="alert" action={{ label: t('tryAgain'), run: download }}>
            {formatReason(problem)}
          </Notice>
        </Box>
      )}
      {content?.kind === 'image' && content.isTruncated && (
        <Box p="0 var(--viewer-inset) var(--space-2)">
          <Notice tone="warn" role="status">
            {t('pictureCut')}
          </Notice>
        </Box>
      )}
      <div className={styles.frame}>
        <section
          ref={stage}
          className={styles.stage}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard.
          tabIndex={0}
          aria-label={name}
          data-pan={!!actions}
        >
          <div ref={contentElement} className={styles.content} data-kind={getLayout(content)}>
            {file.externalAddress && <ExternalFile address={file.externalAddress} />}
            {contentState.state === 'loading' && !file.externalAddress && (
              <div className={styles.loading} role="status">
                {t('loading', { name })}
              </div>
            )}
            {contentState.state === 'failed' && (
              <EmptyState
                tone="danger"
                icon={<IconCloudOff aria-hidden />}
                title={t('failed')}
                actions={<Button onClick={contentState.retry}>{t('tryAgain')}</Button>}
              >
                {formatReason(contentState.error)}
              </EmptyState>
            )}
            {content?.kind === 'image' && (
              <ImageSheet content={content} scale={scale} rotation={rotation} name={name}>
                {overlay?.renderPage({ index: 0, size: content.extent, scale, rotation }, 1)}
              </ImageSheet>
            )}
            {content?.kind === 'pdf' && (
              <PdfSheets
                key={file.id}
                content={content}
                renderOverlay={overlay?.renderPage}
                {...{ scale, rotation, stage }}
              />
            )}
            {(content?.kind === 'audio' || content?.kind === 'video') && (
              <MediaSheet key={content.url} content={content} {...{ file, download }} />
            )}
            {content && isTextual(content) && (
              <TextOrNotice key={file.id} content={content} {...{ file, download }} />
            )}
          </div>
        </section>
      </div>
      {overlay?.status}
      {isEmbedded ? (
        <ViewerTools actions={actions} />
      ) : (
        <FileTabs files={files} currentId={file.id} onShow={onShow} label={label}>
          {hasOverlayTools && <ViewerTools actions={actions} download={download} />}
        </FileTabs>
      )}
    </div>
  )
}

/** Guesses from the name, so that the toolbar does not change when the content arrives. */
const isProbablyDrawn = (file: PreviewFile) =>
  !file.externalAddress && ['image', 'pdf'].includes(getFileKind(file)) && !isMarkup(file)

type TextualContent = Extract<Content, { kind: 'text' | 'noPreview' }>
const isTextual = (content: Content): content is TextualContent =>
  content.kind === 'text' || content.kind === 'noPreview'

const getLayout = (content: Content | undefined) =>
  content && (content.kind === 'image' || content.kind === 'pdf')
    ? 'drawn'
    : content?.kind === 'text' || content?.kind === 'video'
      ? content.kind
      : 'message'

type TextOrNoticeProps = {
  content: TextualContent
  file: PreviewFile
  download: () => void
}

function TextOrNotice({ content, file, download }: TextOrNoticeProps) {
  const [isSourceShown, setSourceShown] = useState(false)
  if (content.kind === 'text') {
    return <TextSheet text={content.text} truncatedAt={content.truncatedAt} download={download} />
  }
  const { source, reason, format } = content
  if (isSourceShown && source !== undefined) return <TextSheet text={source} download={download} />
  const showSource = source === undefined ? undefined : () => setSourceShown(true)
  return <NoPreview {...{ file, reason, format, download, showSource }} />
}

function useDownload<File extends PreviewFile>(
  file: File,
  load: LoadFile<File>,
): { download: () => void; problem: unknown } {
  const [failure, setFailure] = useState<{ id: number; error: unknown }>()
  const download = async () => {
    setFailure(undefined)
    try {
      saveBlob(await load(file, new AbortController().signal), file.name)
    } catch (error) {
      setFailure({ id: file.id, error })
    }
  }
  return { download: () => void download(), problem: failure?.id === file.id ? failure.error : undefined }
}

type ImageSheetProps = {
  content: ImageContent
  scale: number
  rotation: FileView['rotation']
  name: string
  children: ReactNode
}

function ImageSheet({ content, scale, rotation, name, children }: ImageSheetProps) {
  const canvasContainer = useRef<HTMLDivElement>(null)
  const { extent, canvas } = content
  const width = extent.width * scale
  const height = extent.height * scale
  useLayoutEffect(() => {
    canvasContainer.current?.replaceChildren(canvas)
  }, [canvas])
  useEffect(() => {
    void content.sharpen(width * devicePixelRatio)
  }, [content, width])
  const rotatedExtent = rotateExtent({ width, height }, rotation)
  return (
    <div className={styles.sheet} style={rotatedExtent}>
      <div className={styles.picture} role="img" aria-label={name}>
        <div
          ref={canvasContainer}
          className={styles.rotated}
          style={{ width, height, rotate: `${rotation}deg` }}
        />
      </div>
      {children}
    </div>
  )
}
