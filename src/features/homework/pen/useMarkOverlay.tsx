import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import type { DocumentFile } from '../../../api/cache/documentBytes.ts'
import { useT } from '../../../i18n/useT.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import { emptyHistory, isPageFull, type MarkOperation } from '../../../ui/marks/marks.ts'
import { PenToolbar } from '../../../ui/marks/PenToolbar.tsx'
import { chooseTool, createPen, leaveTool, type Pen } from '../../../ui/marks/penSettings.ts'
import type { ViewerOverlay } from '../../../ui/viewer/ViewerOverlay.ts'
import { FullScreenHeader } from './FullScreenHeader.tsx'
import { MarkStatus } from './MarkStatus.tsx'
import { noFileMarks } from './markStore.ts'
import { PageMarks } from './PageMarks.tsx'
import styles from './Pen.module.css'
import type { PupilMarking } from './PupilMarking.ts'

type MarkOverlayOptions = {
  marking: PupilMarking | undefined
  pupilName: string
  /** For sentences. */
  firstName: string
  homework: string
  /** Such as "1 of 9". */
  place: string
  hasSeveralFiles: boolean
  /** Called on phones after the user leaves the full screen. */
  onShowFeedback: () => void
}

const noSubscription = () => () => {}

/** The pen in the viewer of the desk. The chosen tool remains when another pupil is opened. */
export function useMarkOverlay(options: MarkOverlayOptions): (file: DocumentFile) => ViewerOverlay {
  const { marking, pupilName, firstName, homework, place, hasSeveralFiles, onShowFeedback } = options
  const [pen] = useState(createPen)
  const tool = useStore(pen, ({ tool }) => tool)
  const fullScreen = useFullScreen(pen, onShowFeedback)
  const { isFullScreen } = fullScreen
  const isPhone = useIsPhone()
  // All files change together, and rarely apart from strokes.
  const store = marking?.store
  const files = useSyncExternalStore(store?.subscribe ?? noSubscription, () => store?.getState())
  const [fullPage, setFullPage] = useState<{ document: number; page: number }>()

  return file => {
    // Read from the snapshot: the compiler keeps this function as long as no value in it changes.
    const marks = files && (files.get(file.id) ?? noFileMarks)
    const history = marks?.history ?? emptyHistory
    const apply = (operation: MarkOperation) => {
      const page = operation.type === 'add' ? operation.mark.page : undefined
      const isFull =
        page !== undefined && store !== undefined && isPageFull(store.getFile(file.id).history, page)
      setFullPage(isFull ? { document: file.id, page } : undefined)
      return store?.apply(file, operation)
    }
    const onOperation = marking?.state === 'open' && (!isPhone || isFullScreen) ? apply : undefined
    return {
      toolbar: <PenToolbar {...{ pen, history, onOperation, hasSeveralFiles }} />,
      openButton: <OpenButton onClick={fullScreen.open} />,
      header: (
        <FullScreenHeader
          {...{ pupilName, homework, place }}
          onClose={fullScreen.close}
          onShowFeedback={fullScreen.closeForFeedback}
        />
      ),
      status: (
        <MarkStatus
          {...{ marking, marks }}
          fileName={file.name}
          pupilName={firstName}
          hasTool={tool !== undefined}
          isPageFull={fullPage?.document === file.id}
        />
      ),
      renderPage: (page, pageCount) =>
        store && <PageMarks document={file.id} {...{ store, page, pageCount, pen, onOperation }} />,
      isActive: tool !== undefined && onOperation !== undefined,
      isFullScreen,
    }
  }
}

/** The full screen of phones has an entry in the history, so that Back closes it. */
function useFullScreen(pen: Pen, onShowFeedback: () => void) {
  const navigate = useNavigate()
  const { state, ...address } = useLocation()
  const isFullScreen = isRecord(state) && state.isMarking === true
  // A second click would leave the desk.
  const isClosing = useRef(false)
  const isForFeedback = useRef(false)
  const showFeedback = useEffectEvent(onShowFeedback)
  useEffect(() => {
    if (!isFullScreen) return
    isClosing.current = false
    return () => {
      leaveTool(pen)
      if (isForFeedback.current) showFeedback()
      isForFeedback.current = false
    }
  }, [isFullScreen, pen])
  const close = () => {
    if (!isClosing.current) void navigate(-1)
    isClosing.current = true
  }
  return {
    isFullScreen,
    open() {
      chooseTool(pen, 'pen')
      void navigate(address, {
        ...{ preventScrollReset: true, defaultShouldRevalidate: false },
        state: { ...(isRecord(state) && state), keepsFocus: true, isMarking: true },
      })
    },
    close,
    closeForFeedback() {
      isForFeedback.current = true
      close()
    },
  }
}

function OpenButton({ onClick }: { onClick: () => void }) {
  const t = useT('pen')
  return (
    <Button
      variant="subtle"
      size="sm"
      className={styles.openButton}
      aria-label={t('open')}
      title={t('open')}
      onClick={onClick}
    >
      <IconPencil aria-hidden />
      <span className={styles.openWord}>{t('mark')}</span>
    </Button>
  )
}
