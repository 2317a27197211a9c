import { ActionIcon, Button, Progress, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Entry, isBlocked } from '../../../delivery/entries/Entry.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { Notice, type NoticeTone } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { isPhone } from '../../../ui/layout/screenSize.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import page from '../Files.module.css'
import styles from './UploadPanel.module.css'
import { UploadRow } from './UploadRow.tsx'
import { countUploads } from './uploadItems.ts'
import { useUploads } from './useUploads.ts'

const ConflictDialog = lazyComponent(
  async () => (await import('../conflicts/ConflictDialog.tsx')).ConflictDialog,
)

type Uploads = ReturnType<typeof useUploads>

/** Maximum number of listed items per state. */
const maxListed = 20

export function UploadPanel({ courseId, focusList }: { courseId: number; focusList: () => void }) {
  const t = useT('uploads')
  const { number } = useFormat()
  const uploads = useUploads(courseId)
  const [isOpen, setOpen] = useState(() => !isPhone())
  const toggleButton = useRef<HTMLButtonElement>(null)
  const { run, storageError } = useStoredAction()
  const keepFocus = useKeepFocus(toggleButton, focusList)
  const items = uploads.items.filter(({ group = '' }) => !uploads.dismissedGroups.has(group))
  const { doneCount, undecidedCount, pendingCount, progress } = countUploads(items)
  const { storing, conflictQuestion } = uploads
  const totalCount = items.length + (storing ? storing.all - storing.done : 0)
  const isOver = pendingCount === 0 && !storing
  const listedItems = getListedItems(items)
  const isFinished = isOver && items.length > 0 && items.every(({ state }) => state === 'done')
  const dismissAll = () => uploads.dismissGroups(items.flatMap(({ group = [] }) => group))
  useAutoDismiss(useFinishedAt(items, isFinished), dismissAll)
  return (
    <>
      <VisuallyHidden role="status">
        {items.length > 0 &&
          (isOver
            ? t('heard.over', { done: doneCount, standing: undecidedCount })
            : t('heard.going', { standing: undecidedCount }))}
      </VisuallyHidden>
      {conflictQuestion && (
        <ConflictDialog key={conflictQuestion.conflicts.length} kind="upload" {...conflictQuestion} />
      )}
      <UploadNotices uploads={uploads} />
      {(items.length > 0 || storing) && (
        <section className={page.foot} aria-label={t('title')}>
          <p className={styles.head}>
            <b>{t('count', { done: number(doneCount), all: number(totalCount) })}</b>
            {storing && <span>{t('keeping', { done: number(storing.done), all: number(storing.all) })}</span>}
            {undecidedCount > 0 && (
              <span className={styles.undecided}>{t('standing', { count: undecidedCount })}</span>
            )}
            <span className={styles.actions}>
              {pendingCount + undecidedCount > 0 && (
                <Button variant="subtle" size="sm" onClick={() => keepFocus(() => run(uploads.cancelAll))}>
                  {t('cancelAll')}
                </Button>
              )}
              {isOver && undecidedCount === 0 && (
                <Button variant="subtle" size="sm" onClick={() => keepFocus(dismissAll)}>
                  {t('close')}
                </Button>
              )}
              <ActionIcon
                ref={toggleButton}
                variant="subtle"
                size="sm"
                aria-expanded={isOpen}
                aria-label={isOpen ? t('less') : t('more')}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? <IconChevronDown aria-hidden /> : <IconChevronUp aria-hidden />}
              </ActionIcon>
            </span>
          </p>
          {storageError}
          {!isOver && <Progress aria-label={t('progress')} value={Math.round(progress * 100)} />}
          {isOpen && (
            <ul className={styles.rows}>
              {listedItems.map(item => (
                <UploadRow
                  key={item.id}
                  item={item}
                  retry={() => keepFocus(() => run(() => uploads.retry(item.id)))}
                  cancel={() => keepFocus(() => run(() => uploads.cancel(item)))}
                />
              ))}
              {items.length > listedItems.length && (
                <li className={styles.rest}>{t('rest', { count: items.length - listedItems.length })}</li>
              )}
            </ul>
          )}
        </section>
      )}
    </>
  )
}

/** In Unix ms. After a reload it is the time of the last write, so that the panel does not appear again. */
function useFinishedAt(items: readonly Entry[], isFinished: boolean): number | undefined {
  const { clock } = useSchoolTime()
  const [last, setLast] = useState({ isWorking: false, finishedAt: 0 })
  const isWorking = items.length > 0 && !isFinished
  if (last.isWorking !== isWorking) setLast({ isWorking, finishedAt: isFinished ? clock() : 0 })
  return isFinished ? Math.max(last.finishedAt, ...items.map(({ doneAt = 0 }) => doneAt)) : undefined
}

/** Calls `dismiss` 10 s after `finishedAt` (Unix ms). */
function useAutoDismiss(finishedAt: number | undefined, dismiss: () => void): void {
  const isExpired = !useIsRecentlyFinished(finishedAt) && finishedAt !== undefined
  const onExpired = useEffectEvent(dismiss)
  useEffect(() => {
    if (isExpired) onExpired()
  }, [isExpired])
}

/** Runs the action of a button. If the action removes the button, the focus moves to the panel or the list. */
function useKeepFocus(
  toggleButton: { current: HTMLElement | null },
  focusList: () => void,
): (action: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isPressed.current || !isFocusLost()) return
    isPressed.current = false
    if (toggleButton.current) toggleButton.current.focus()
    else focusList()
  })
  return action => {
    isPressed.current = true
    action()
  }
}

function getListedItems(items: readonly Entry[]): Entry[] {
  const inState = (...states: Entry['state'][]) => items.filter(({ state }) => states.includes(state))
  return [
    ...items.filter(isBlocked),
    ...inState('sending'),
    ...inState('waiting').slice(0, maxListed),
    ...inState('done').slice(-maxListed),
  ]
}

/** Maximum number of names before the button that shows all. */
const maxNames = 5

/** The user can read all names (rule 59). */
function NameList({ names }: { names: readonly string[] }) {
  const t = useT('uploads')
  const [showsAll, setShowsAll] = useState(false)
  const shownNames = showsAll ? names : names.slice(0, maxNames)
  return (
    <ul className={styles.names} translate="no">
      {shownNames.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list never changes
        <li key={index}>{sanitizeName(name)}</li>
      ))}
      {names.length > shownNames.length && (
        <li translate="yes">
          <UnstyledButton variant="link" onClick={() => setShowsAll(true)}>
            {t('rest', { count: names.length - shownNames.length })}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

function UploadNotices({ uploads }: { uploads: Uploads }) {
  const t = useT('uploads')
  const errors = useT('errors')
  const { time } = useFormat()
  const { renamed, emptyNames, unreadable, notStored, error } = uploads.notices
  const notices: { tone: NoticeTone; text: string; names?: readonly string[] }[] = []
  if (error !== undefined)
    notices.push({ tone: 'danger', text: t('failed', { reason: formatError(error, errors, time) }) })
  if (emptyNames.length > 0) {
    notices.push({ tone: 'warn', text: t('empty', { count: emptyNames.length }), names: emptyNames })
  }
  if (unreadable.length > 0) {
    notices.push({ tone: 'warn', text: t('unreadable', { count: unreadable.length }), names: unreadable })
  }
  if (notStored.length > 0) {
    notices.push({ tone: 'warn', text: t('notKept', { count: notStored.length }), names: notStored })
  }
  if (renamed.length > 0) {
    const names = renamed.map(({ from, to }) => `${sanitizeName(from)} → ${sanitizeName(to)}`)
    notices.push({ tone: 'info', text: t('renamed', { count: renamed.length }), names })
  }
  const dismissibleCount = notices.length
  const dismiss = { label: t('understood'), run: uploads.dismissNotices }
  if (!uploads.isPersisted && uploads.items.some(({ state }) => state !== 'done')) {
    notices.push({ tone: 'warn', text: t('memoryOnly') })
  }
  if (notices.length === 0) return null
  return (
    <div className={page.notices} role="status">
      {notices.map(({ tone, text, names = [] }, index) => (
        <Notice key={text} tone={tone} {...(dismissibleCount === 1 && index === 0 && { action: dismiss })}>
          {text}
          {names.length > 0 && <NameList names={names} />}
        </Notice>
      ))}
      {dismissibleCount > 1 && (
        <UnstyledButton variant="link" className={styles.dismiss} onClick={dismiss.run}>
          {dismiss.label}
        </UnstyledButton>
      )}
    </div>
  )
}
