import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { ChunkLoadError } from '../../../lib/loadChunk.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DropZone, FilePicker, useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { maxScanPages, maxScanSize, type ReadScan, readScan, type ScanProblem } from './readScan.ts'

/** `code`: the reader of PDF can't be loaded. `inaccessible`: the file can't be read, e.g. a folder or a moved file. */
type Problem = ScanProblem | { why: 'code' | 'inaccessible' }

/** Field for the scan. Reports it when it was checked and stored. */
export function ChooseScan({ onRead }: { onRead: (scan: ReadScan) => void }) {
  const t = useT('papers')
  const { drafts } = useDelivery()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [problem, setProblem] = useState<Problem>()
  const [chosen, setChosen] = useState<readonly File[]>([])
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setProgress(undefined)
  }
  const read = async (files: readonly File[]) => {
    if (running.current || files.length === 0) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const total = files.length
    setProblem(undefined)
    setProgress({ done: 0, total })
    setChosen(files)
    try {
      const result = await readScan(files, {
        drafts,
        signal,
        onProgress: done => setProgress({ done, total }),
      })
      if (signal.aborted) return
      if ('why' in result) setProblem(result)
      else onRead(result)
    } catch (error) {
      if (!signal.aborted) setProblem({ why: error instanceof ChunkLoadError ? 'code' : 'inaccessible' })
    } finally {
      if (running.current === controller) stop()
    }
  }
  const { isDragOver, dropHandlers } = useFileDrop((files, folders) => {
    if (folders.size > 0) setProblem({ why: 'inaccessible' })
    else void read(files)
  }, true)
  return (
    <Stack component="section" gap="md" maw="34rem" {...dropHandlers}>
      <Text component="h2" size="lg" fw={600}>
        {t('choose.title')}
      </Text>
      <Text c="dimmed">{t('choose.lead')}</Text>
      {progress ? (
        <Stack gap="sm" role="status">
          <Text>
            {progress.total > 1
              ? t('choose.photo', {
                  done: Math.min(progress.done + 1, progress.total),
                  total: progress.total,
                })
              : t('choose.reading')}
          </Text>
          {progress.total > 1 && (
            <Progress aria-label={t('choose.label')} value={(progress.done / progress.total) * 100} />
          )}
          <Group>
            <Button onClick={stop}>{t('choose.cancel')}</Button>
          </Group>
        </Stack>
      ) : (
        <FilePicker label={t('choose.label')} onFiles={files => void read(files)}>
          {choose => (
            <DropZone isDragOver={isDragOver} openFileChooser={choose}>
              {link => (isDragOver ? t('choose.dropNow') : t.rich('choose.drop', { choose: link }))}
            </DropZone>
          )}
        </FilePicker>
      )}
      {problem && (
        <Notice
          tone="danger"
          role="alert"
          {...(problem.why === 'slow' && {
            action: { label: t('scan.retry'), run: () => void read(chosen) },
          })}
        >
          <ProblemText problem={problem} />
        </Notice>
      )}
    </Stack>
  )
}

function ProblemText({ problem }: { problem: Problem }) {
  const t = useT('papers')
  const format = useFormat()
  switch (problem.why) {
    case 'kind':
      return t('choose.kind', { name: sanitizeName(problem.name) })
    case 'tooManyPages':
      return t('choose.tooManyPages', { pages: problem.pages, max: maxScanPages })
    case 'tooLarge':
      return t('choose.tooLarge', { size: format.fileSize(maxScanSize) })
    default:
      return t(`choose.${problem.why}`)
  }
}
