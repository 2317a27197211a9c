import { Textarea } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import type { DraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { useIsWide, useRemToPx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { isOnItsWay } from '../correction/correctionEntry.ts'
import { useMarkingContext } from '../correction/useMarkingContext.ts'
import { useCorrectionStates } from '../desk/usePupils.ts'
import { correctionLanePrefix, parseLanePupilId } from '../progress/returnStates.ts'
import { getSchemeLines } from '../scheme/schemeStore.ts'
import { findNamesakes } from './matchPupils.ts'
import { PageView } from './PageView.tsx'
import styles from './Papers.module.css'
import type { ReturnedPapers } from './PapersResult.tsx'
import { PartRow } from './PartRow.tsx'
import { changePart, type PapersDraft, type Part } from './papersDraft.ts'
import { getPartState, type PartState } from './partStates.ts'
import { ReturnBar } from './ReturnBar.tsx'
import { ScanBar } from './ScanBar.tsx'
import {
  canSwap,
  findPart,
  getPages,
  getReturnedPages,
  mergeWithPrevious,
  splitBefore,
  swapPhotos,
} from './splitPages.ts'
import { useBlankPages } from './useBlankPages.ts'
import { useReturnPapers } from './useReturnPapers.ts'
import { useScan } from './useScan.ts'

type OpenPapersProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  form: DraftForm<PapersDraft>
  /** Called when all parts are returned. The scan is no longer needed. */
  onReturned: (returned: ReturnedPapers) => void
  /** State of corrections that are being returned. */
  status: ReactNode
  /** Warnings about the scan. */
  children: ReactNode
}

const sentStates: ReadonlySet<PartState> = new Set(['sending', 'attention', 'returned'])

/** In rem. A guess: rows are measured when they are rendered. */
const rowHeight = { desktop: 15, phone: 18 }
/** In em. A window of this width has room for the page next to the list. */
const minWidthForPage = 72

/** The parts of a scan, each with its pupil and points, and the page that the teacher reads. */
export function OpenPapers({ homework, entries, form, onReturned, status, children }: OpenPapersProps) {
  const t = useT('papers')
  const papers = form.value
  const { parts, pageCount, omittedPages } = papers
  const opened = useScan(papers)
  const images = opened.state === 'open' ? opened.images : undefined
  const states = useCorrectionStates(homework.id, entries)
  const lines = getSchemeLines(useQueryClient(), homework)
  const feedback = papers.feedback ?? t('feedback.default')
  const entryById = new Map(entries.map(entry => [entry.user.id, entry]))
  const context = useMarkingContext(homework, lines)
  const returning = useReturnPapers({ homework, form, entryById, feedback, context })
  const blankPages = useBlankPages(form, images)
  const isReturning = returning.progress !== undefined
  // Splitting replaces the parts when all pages are measured.
  const isBusy = isReturning || blankPages.progress !== undefined
  const maxPoints = homework.points || undefined
  const pending = useEntries(correctionLanePrefix(homework.id)).filter(sent => {
    const pupil = entryById.get(parseLanePupilId(sent.lane, homework.id) ?? 0)
    return pupil !== undefined && isOnItsWay(sent, pupil.submission)
  })

  const getState = (part: Part) => getPartState(part, { papers, entryById, states, pending })
  const isLocked = (part: Part) => sentStates.has(getState(part))
  const rows = parts.map((part, index) => ({
    part,
    number: index + 1,
    state: getState(part),
  }))
  const isOver = rows.every(
    ({ part, state }) => state === 'returned' || getReturnedPages(papers, part).length === 0,
  )
  const hasReturned = rows.some(({ state }) => state === 'returned')
  const finish = useEffectEvent(() => {
    const thumbs = new Map<number, Blob>()
    for (let index = 0; index < pageCount; index += 1) {
      const image = images?.get(index)
      if (typeof image === 'object') thumbs.set(index, image.blob)
    }
    onReturned({ papers, feedback, thumbs })
  })
  useEffect(() => {
    if (isOver && hasReturned) finish()
  }, [isOver, hasReturned])

  const [page, setPage] = useState(0)
  const [isPageOpen, setIsPageOpen] = useState(false)
  const isWide = useIsWide(minWidthForPage) === true
  const currentPage = Math.min(page, pageCount - 1)
  const currentPart = findPart(parts, currentPage)
  /** First page of the part whose name gets the focus. */
  const [partToFocus, setPartToFocus] = useState<number>()
  const returnButton = useRef<HTMLButtonElement>(null)
  const focusPart = (first: number) => {
    setPage(first)
    setPartToFocus(first)
  }
  const goToNextPart = (first: number) => {
    const next = form.getValue().parts.find(part => part.first > first && part.pupilId === null)
    if (!next) return returnButton.current?.focus()
    focusPart(next.first)
  }

  const usedIds = new Set(parts.flatMap(({ pupilId }) => pupilId ?? []))
  const freeEntries = entries.filter(({ user }) => !usedIds.has(user.id))
  const namesakes = findNamesakes(entries.map(({ user }) => user))

  const scroller = useRef<HTMLDivElement>(null)
  const { ref: head, height: headHeight } = useElementSize()
  const px = useRemToPx()
  const setOmitted = (isOmitted: boolean) =>
    form.change(latest => ({
      omittedPages: [
        ...latest.omittedPages.filter(other => other !== currentPage),
        ...(isOmitted ? [currentPage] : []),
      ],
      // Files that were cut out have the other pages.
      parts: latest.parts.map(part => (part.first === currentPart?.first ? { ...part, files: [] } : part)),
    }))
  const [pageToFocus, setPageToFocus] = useState<number>()
  const canMove = (from: number, places: number) => !isBusy && canSwap(papers, isLocked, from, from + places)
  const movePage = (from: number, places: number) => {
    if (!canMove(from, places)) return
    form.change(latest => swapPhotos(latest, from, from + places))
    setPage(from + places)
  }
  const getPhotoName =
    papers.kind === 'photos' ? (index: number) => sanitizeName(papers.scan[index]?.name ?? '') : undefined
  const pageView = opened.state === 'open' && currentPart && (
    <PageView
      scan={opened.scan}
      page={currentPage}
      name={getPhotoName?.(currentPage)}
      onGoTo={setPage}
      onMove={getPhotoName && (places => movePage(currentPage, places))}
      canMove={places => canMove(currentPage, places)}
      partLabel={t('part.label', { part: parts.indexOf(currentPart) + 1 })}
      isOmitted={omittedPages.includes(currentPage)}
      {...(!isLocked(currentPart) && !isBusy && { onOmit: setOmitted })}
      {...(!isLocked(currentPart) &&
        !isBusy &&
        currentPart.first !== currentPage && {
          onSplit: () => {
            form.change(latest => ({ parts: splitBefore(latest.parts, currentPage) }))
            setIsPageOpen(false)
            focusPart(currentPage)
          },
        })}
    />
  )
  return (
    <div className={styles.papers}>
      <div className={styles.list} ref={scroller}>
        <div ref={head} className={styles.head}>
          {children}
          {!form.state.isPersistent && (
            <Notice tone="warn" role="status">
              {t('scan.notKept')}
            </Notice>
          )}
          <ScanBar
            form={form}
            opened={opened}
            blankPages={blankPages}
            canMeasure={images !== undefined}
            pupilCount={entries.length}
            openCount={rows.filter(({ state }) => state !== 'returned').length}
            isBusy={isReturning}
            hasSent={rows.some(({ state }) => sentStates.has(state))}
          />
          <Textarea
            label={t('feedback.label')}
            description={t('feedback.hint')}
            attributes={{ input: { dir: 'auto' } }}
            rows={2}
            value={feedback}
            readOnly={isBusy}
            onChange={({ currentTarget }) => form.change({ feedback: currentTarget.value })}
          />
          {homework.is_submissionable && <p className={styles.hint}>{t('closesHint')}</p>}
          <p className={styles.hint}>
            {t('keysHint')} {getPhotoName && isWide && t('moveHint')}
          </p>
        </div>
        <section aria-label={t('list')}>
          <VirtualList
            as="ul"
            scrollRef={scroller}
            startMargin={headHeight}
            rows={rows}
            rowHeight={px(rowHeight)}
            keepMountedIndex={rows.findIndex(({ part }) => part === currentPart)}
          >
            {({ part, number, state }) => (
              <PartRow
                key={part.first}
                homework={homework}
                part={part}
                number={number}
                state={state}
                previous={parts[number - 2]}
                getPupilName={id => sanitizeName(entryById.get(id)?.user.name ?? '')}
                pages={getPages(papers, part)}
                omittedPages={omittedPages}
                entry={part.pupilId === null ? undefined : entryById.get(part.pupilId)}
                hasOwnDraft={part.pupilId !== null && states.get(part.pupilId) === 'draft'}
                freeEntries={freeEntries}
                namesakes={namesakes}
                images={images}
                maxPoints={maxPoints}
                currentPage={currentPart === part ? currentPage : undefined}
                problem={returning.problems.find(found => 'first' in found && found.first === part.first)}
                isReadOnly={sentStates.has(state) || isBusy}
                shouldFocus={part.first === partToFocus}
                onFocused={() => setPartToFocus(undefined)}
                onFocus={() => currentPart !== part && setPage(part.first)}
                onChange={(changes: Partial<Part>) => {
                  returning.clearProblems()
                  form.change(changePart(part.first, changes))
                }}
                onNext={() => goToNextPart(part.first)}
                onMerge={
                  number > 1 && !sentStates.has(rows[number - 2]?.state ?? 'open')
                    ? () => {
                        form.change(latest => ({ parts: mergeWithPrevious(latest.parts, part.first) }))
                        focusPart(parts[number - 2]?.first ?? 0)
                      }
                    : undefined
                }
                getPhotoName={getPhotoName}
                pageToFocus={pageToFocus}
                onMovePage={(from, places) => {
                  movePage(from, places)
                  if (canMove(from, places)) setPageToFocus(from + places)
                }}
                onOpenPage={opening => {
                  setPageToFocus(undefined)
                  setPage(opening)
                  if (!isWide) setIsPageOpen(true)
                }}
              />
            )}
          </VirtualList>
        </section>
      </div>
      {isWide && <div className={styles.page}>{pageView}</div>}
      {!isWide && isPageOpen && (
        <Dialog
          title={t('page.label')}
          size="wide"
          close={{ label: t('page.close'), run: () => setIsPageOpen(false) }}
        >
          {pageView}
        </Dialog>
      )}
      <ReturnBar
        buttonRef={returnButton}
        status={status}
        ready={rows.filter(({ state }) => state === 'ready').length}
        total={rows.length}
        isSending={rows.some(({ state }) => state === 'sending')}
        draft={form.state}
        returning={returning}
        canReturn={opened.state === 'open' && blankPages.progress === undefined}
        onReturn={() => {
          if (opened.state !== 'open' || isBusy) return
          const ready = rows.filter(({ state }) => state === 'ready').map(({ part }) => part)
          void returning.start(ready, opened.scan)
        }}
      />
    </div>
  )
}
