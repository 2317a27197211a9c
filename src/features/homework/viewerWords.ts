import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { ChunkMissing } from '../../lib/lazyChunk.ts'
import type { ViewerWords } from '../../ui/viewer/ViewerWords.ts'

/** The viewer's words in the reader's language. */
export function useViewerWords(): ViewerWords {
  const t = useT('viewer')
  const errors = useT('errors')
  const format = useFormat()
  return {
    tools: t('tools'),
    files: t('title'),
    rotate: t('rotate'),
    smaller: t('smaller'),
    bigger: t('bigger'),
    fitShort: t('fitShort'),
    fit: t('fit'),
    fitWhole: t('fitWhole'),
    download: t('download'),
    previousFile: t('previousFile'),
    nextFile: t('nextFile'),
    percent: scale => t('percent', { percent: format.number(Math.round(scale * 100)) }),
    size: format.fileSize,
    total: (count, bytes) => t('total', { count, size: format.fileSize(bytes) }),
    loading: name => t('loading', { name }),
    page: (number, count) => t('page', { number: format.number(number), count: format.number(count) }),
    pageFailed: t('pageFailed'),
    pagesCut: shown => t('pagesCut', { shown: format.number(shown) }),
    failed: t('failed'),
    retry: t('retry'),
    problem: error =>
      error instanceof ChunkMissing ? t('readerMissing') : errorSentence(error, errors, format.time),
    unshown: reason => ({ title: t(`unshown.${reason}.title`), text: t(`unshown.${reason}.text`) }),
    showSource: t('showSource'),
    textCut: shown => t('textCut', { size: format.fileSize(shown) }),
    empty: t('empty'),
    emptyFile: t('emptyFile'),
  }
}
