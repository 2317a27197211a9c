import { Box, Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { sanitizeName } from '../sanitizeName.ts'
import { saveBlob } from '../saveBlob.ts'
import type { Content, Extent, ImageContent, PreviewFile } from './Content.ts'
import { FileTabs } from './FileTabs.tsx'
import { MediaSheet, TextSheet } from './MediaSheet.tsx'
import { ExternalFile, NoPreview } from './NoPreview.tsx'
import { PdfSheets } from './PdfSheets.tsx'
import { type LoadFile, useContent } from './useContent.ts'
import { useFileView } from './useFileView.ts'
import { useDragPan, useViewerKeys, useZoomGestures } from './useZoomGestures.ts'
import styles from './Viewer.module.css'
import type { ViewerTexts } from './ViewerTexts.ts'
import { ViewerToolbar, ViewerTools } from './ViewerToolbar.tsx'
import type { FileView, ViewMemory } from './ViewMemory.ts'
import { rotateExtent } from './viewport.ts'

type ViewerProps<File extends PreviewFile> = {
  files: readonly File[]
  /** ID of the file to show. If no file has it, the first file is shown. */
  shown: number | undefined
  onShow: (id: number) => void
  load: LoadFile<File>
  words: ViewerTexts
  views: ViewMemory
  /** Text if there are no files. Default: `words.empty`. */
  emptyText?: string
  /**
   * Shows only the file and the zoom buttons, for a container that has the name, the download and the other files
   * itself.
   */
  bare?: boolean
}

/**
 * Shows files of other users: images and PDF pages as drawings, text as text, everything else as a download. No content
 * of a file runs, loads anything or creates links (rule 15). Fills the height of its container.
 */
export function Viewer<File extends PreviewFile>({
  files,
  shown,
  words,
  emptyText,
  ...rest
}: ViewerProps<File>) {
  const file = files.find(({ id }) => id === shown) ?? files[0]
  if (!file) {
    return (
      <div className={styles.viewer}>
        <p className={styles.none}>{emptyText ?? words.empty}</p>
      </div>
    )
  }
  return <FileViewer files={files} file={file} words={words} {...rest} />
}

type FileViewerProps<File extends PreviewFile> = Omit<ViewerProps<File>, 'shown' | 'emptyText'> & {
  file: File
}

function FileViewer<File extends PreviewFile>(props: FileViewerProps<File>) {
  const { files, file, onShow, load, words, views, bare = false } = props
  const name = sanitizeName(file.name)
  const stage = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const area = useContentSize(stage)
  const loading = useContent(file, load, views)
  const content = loading.state === 'ready' ? loading.content : undefined
  const { actions, scale, turn, zoomBy } = useFileView({ file, content, area, views, stage, inner })
  const { download, problem } = useDownload(file, load)
  useZoomGestures(stage, zoomBy)
  useDragPan(stage, actions !== undefined)
  useViewerKeys({ files, file, onShow, actions, words })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins at its top.
  useLayoutEffect(() => {
    stage.current?.scrollTo?.({ top: 0, left: 0, behavior: 'instant' })
  }, [file.id])

  return (
    <div className={styles.viewer} data-bare={bare}>
      {!bare && (
        <ViewerToolbar
          file={file}
          actions={actions}
          words={words}
          download={file.externalAddress ? undefined : download}
        />
      )}
      {problem !== undefined && (
        <Box p="0 var(--viewer-inset) var(--space-2)">
          <Notice tone="danger" role="alert" action={{ label: words.retry, run: download }}>
            {words.problem(problem)}
          </Notice>
        </Box>
      )}
      {content?.kind === 'image' && content.isCut && (
        <Box p="0 var(--viewer-inset) var(--space-2)">
          <Notice tone="warn" role="status">
            {words.pictureCut}
          </Notice>
        </Box>
      )}
      <div className={styles.frame}>
        <section
          ref={stage}
          className={styles.stage}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
          tabIndex={0}
          aria-label={name}
          data-pan={!!actions}
        >
          <div ref={inner} className={styles.inner} data-kind={getLayout(content)}>
            {file.externalAddress && <ExternalFile source={file.externalAddress} words={words} />}
            {loading.state === 'loading' && !file.externalAddress && (
              <div className={styles.loading} role="status">
                {words.loading(name)}
              </div>
            )}
            {loading.state === 'failed' && (
              <EmptyState
                tone="danger"
                icon={<IconCloudOff aria-hidden />}
                title={words.failed}
                actions={<Button onClick={loading.retry}>{words.retry}</Button>}
              >
                {words.problem(loading.error)}
              </EmptyState>
            )}
            {content?.kind === 'image' && (
              <ImageSheet content={content} scale={scale} turn={turn} name={name} />
            )}
            {content?.kind === 'pdf' && (
              <PdfSheets key={file.id} content={content} {...{ scale, turn, words, stage }} />
            )}
            {(content?.kind === 'audio' || content?.kind === 'video') && (
              <MediaSheet key={content.url} content={content} {...{ file, words, download }} />
            )}
            {content && isTextual(content) && (
              <TextOrNotice key={file.id} content={content} {...{ file, words, download }} />
            )}
          </div>
        </section>
      </div>
      {bare ? (
        <ViewerTools actions={actions} words={words} />
      ) : (
        <FileTabs files={files} current={file.id} onShow={onShow} words={words} />
      )}
    </div>
  )
}

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
  words: ViewerTexts
  download: () => void
}

/** Shows text, or the reason why there is no preview. On request, shows the source of HTML and similar files. */
function TextOrNotice({ content, file, words, download }: TextOrNoticeProps) {
  const [isSourceShown, setSourceShown] = useState(false)
  if (content.kind === 'text') {
    return <TextSheet text={content.text} cutAt={content.cutAt} words={words} download={download} />
  }
  const { source, reason, format } = content
  if (isSourceShown && source !== undefined)
    return <TextSheet text={source} words={words} download={download} />
  const showSource = source === undefined ? undefined : () => setSourceShown(true)
  return <NoPreview {...{ file, reason, format, words, download, showSource }} />
}

/** Downloads the original file. `problem` is the error of the last download of this file. */
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

/**
 * Returns the size of an element without its padding, in CSS pixels. Measured before the first paint and on every
 * change.
 */
function useContentSize(element: RefObject<HTMLElement | null>): Extent {
  const [area, setArea] = useState<Extent>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const style = getComputedStyle(target)
      const pad = (...sides: string[]) => sides.reduce((sum, side) => sum + (Number.parseFloat(side) || 0), 0)
      const width = target.clientWidth - pad(style.paddingLeft, style.paddingRight)
      const height = target.clientHeight - pad(style.paddingTop, style.paddingBottom)
      setArea(previous =>
        previous.width === width && previous.height === height ? previous : { width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return area
}

type ImageSheetProps = { content: ImageContent; scale: number; turn: FileView['turn']; name: string }

/** An image at its size on screen. The canvas is already drawn, so it is visible in the first paint. */
function ImageSheet({ content, scale, turn, name }: ImageSheetProps) {
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
  const outer = rotateExtent({ width, height }, turn)
  return (
    <div className={styles.sheet} style={outer} role="img" aria-label={name}>
      <div ref={canvasContainer} className={styles.turned} style={{ width, height, rotate: `${turn}deg` }} />
    </div>
  )
}
