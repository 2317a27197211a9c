import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import type { Message } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { getVisibleFiles } from './rows.ts'

type MessageFilesViewerProps = {
  name: string
  messages: readonly Message[]
  initialFileId: number
  close: () => void
}

const minute = 60_000

export function MessageFilesViewer({ name, messages, initialFileId, close }: MessageFilesViewerProps) {
  const t = useT('messages')
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  // The list stays the same while the dialog is open.
  const [files] = useState(() => getViewerFiles(messages, initialFileId))
  const [fileId, setFileId] = useState(initialFileId)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // The same keys scroll a picture that is wider than its container.
    if (event.target instanceof HTMLElement && event.target.scrollWidth > event.target.clientWidth + 1) return
    const next = files[files.findIndex(({ id }) => id === fileId) + step]
    if (!next) return
    event.preventDefault()
    setFileId(next.id)
  }
  return (
    <Dialog title={t('viewer', { chat: name })} size="wide" close={{ label: t('closeViewer'), run: close }}>
      <Stack gap={0} flex={1} mih={0} onKeyDown={onKeyDown}>
        <Viewer
          files={files}
          shownId={fileId}
          onShow={setFileId}
          load={({ document }) => queryClient.fetchQuery({ ...bytesQuery(document), gcTime: 5 * minute })}
          views={views}
        />
      </Stack>
    </Dialog>
  )
}

const maxFiles = 60

/** Limited to files around the shown one. */
export function getViewerFiles(messages: readonly Message[], fileId: number): readonly DocumentFile[] {
  const files = messages.flatMap(getVisibleFiles)
  const index = Math.max(
    files.findIndex(({ id }) => id === fileId),
    0,
  )
  const start = Math.max(0, Math.min(index - maxFiles / 2, files.length - maxFiles))
  return files.slice(start, start + maxFiles).map(toDocumentFile)
}
