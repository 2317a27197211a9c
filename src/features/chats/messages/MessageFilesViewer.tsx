import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { bytesOf, type DocumentFile, viewedDocument } from '../../../api/cache/documentBytes.ts'
import type { Message } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { useViewerWords } from '../../../i18n/useViewerWords.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { filesShown } from './rows.ts'

type MessageFilesViewerProps = {
  name: string
  messages: readonly Message[]
  first: number
  close: () => void
}

const minute = 60_000

/** The files of a chat in a dialog. Arrow keys switch files, Escape closes it. */
export function MessageFilesViewer({ name, messages, first, close }: MessageFilesViewerProps) {
  const t = useT('messages')
  const words = useViewerWords()
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  // New files do not change the list while the dialog is open.
  const [files] = useState(() => chatFiles(messages, first))
  const [shown, setShown] = useState(first)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // The same keys scroll a picture that is wider than its container.
    if (event.target instanceof HTMLElement && event.target.scrollWidth > event.target.clientWidth + 1) return
    const next = files[files.findIndex(({ id }) => id === shown) + step]
    if (!next) return
    event.preventDefault()
    setShown(next.id)
  }
  return (
    <Dialog title={t('viewer', { chat: name })} size="wide" close={{ label: t('closeViewer'), run: close }}>
      <Stack gap={0} flex={1} mih={0} onKeyDown={onKeyDown}>
        <Viewer
          files={files}
          shown={shown}
          onShow={setShown}
          load={({ document }) => queryClient.fetchQuery({ ...bytesOf(document), gcTime: 5 * minute })}
          words={words}
          views={views}
        />
      </Stack>
    </Dialog>
  )
}

/** Maximum number of files in the viewer's list. */
const most = 60

/**
 * Returns the files of a chat in order, in the viewer's format. If there are too many, returns those around the shown
 * one.
 */
export function chatFiles(messages: readonly Message[], shown: number): readonly DocumentFile[] {
  const files = messages.flatMap(filesShown)
  const at = Math.max(
    files.findIndex(({ id }) => id === shown),
    0,
  )
  const start = Math.max(0, Math.min(at - most / 2, files.length - most))
  return files.slice(start, start + most).map(viewedDocument)
}
