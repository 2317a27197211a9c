import { ChunkLoadError } from '../lib/loadChunk.ts'
import { isTimeout } from '../lib/timeLimit.ts'
import { formatError } from './formatError.ts'
import type { Messages } from './Messages.ts'
import { useFormat } from './useFormat.ts'
import { useT } from './useT.ts'

/** Texts of `ui/viewer`, for every screen that shows files. */
export function useViewerTexts() {
  const t = useT('viewer')
  const errors = useT('errors')
  const format = useFormat()
  return {
    tools: t('tools'),
    files: t('title'),
    rotate: t('rotate'),
    smaller: t('smaller'),
    bigger: t('bigger'),
    smallest: t('smallest'),
    biggest: t('biggest'),
    fitShort: t('fitShort'),
    fit: t('fit'),
    fitWhole: t('fitWhole'),
    download: t('download'),
    previousFile: t('previousFile'),
    nextFile: t('nextFile'),
    percent: (scale: number) => t('percent', { percent: format.number(Math.round(scale * 100)) }),
    size: format.fileSize,
    total: (count: number, bytes: number) => t('total', { count, size: format.fileSize(bytes) }),
    loading: (name: string) => t('loading', { name }),
    page: (number: number, count: number) =>
      t('page', { number: format.number(number), count: format.number(count) }),
    pageFailed: t('pageFailed'),
    pagesCut: (shown: number) => t('pagesCut', { shown: format.number(shown) }),
    failed: t('failed'),
    retry: t('tryAgain'),
    problem: (error: unknown) =>
      error instanceof ChunkLoadError
        ? t('readerMissing')
        : isTimeout(error)
          ? t('tooSlow')
          : formatError(error, errors, format.time),
    // The reasons of `ui/viewer`. TypeScript compares them where this object is passed.
    noPreview: (reason: NoPreviewKey, format = '') => ({
      title: t(`noPreview.${reason}.title`, { format }),
      text: t(`noPreview.${reason}.text`, { format }),
    }),
    pictureCut: t('pictureCut'),
    showSource: t('showSource'),
    elsewhere: (host: string) => ({
      title: t('elsewhere.title'),
      text: t('elsewhere.text', { host }),
      open: t('elsewhere.open', { host }),
    }),
    textCut: (shown: number) => t('textCut', { size: format.fileSize(shown) }),
    empty: t('empty'),
    emptyFile: t('emptyFile'),
  }
}

type NoPreviewKey = keyof Messages['viewer']['noPreview']
