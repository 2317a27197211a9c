import { ActionIcon, Button, Progress, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatError } from '../../../i18n/formatError.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { Notice, type NoticeTone } from '../../../ui/feedback/Notice.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { isPhone } from '../../../ui/layout/screenSize.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import page from '../Files.module.css'
import styles from './UploadPanel.module.css'
import { UploadRow } from './UploadRow.tsx'
import { isStanding, type UploadItem, unfinishedOf, uploadCounts } from './uploadItems.ts'
import { useUploads } from './useUploads.ts'

const ConflictDialog = lazyComponent(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

type Uploads = ReturnType<typeof useUploads>

/** Maximum number of waiting and of finished uploads that are listed. */
const listed = 20

/** The uploads to this class below the list, with the errors of failed ones. Empty without uploads. */
export function UploadPanel({ courseId, focusList }: { courseId: number; focusList: () => void }) {
  const t = useT('uploads')
  const { number } = useFormat()
  const uploads = useUploads(courseId)
  const [open, setOpen] = useState(() => !isPhone())
  useTakenBack(uploads)
  const fold = useRef<HTMLButtonElement>(null)
  const keepFocus = useFocusInPanel(fold, focusList)
  const items = uploads.items.filter(({ group }) => !uploads.dismissed.has(group))
  const { files, done, standing, going, share, minutesLeft } = uploadCounts(items)
  const { keeping } = uploads
  const all = files + (keeping ? keeping.all - keeping.done : 0)
  const isOver = going === 0 && !keeping
  const rows = inSight(items)
  const isFinished = isOver && items.length > 0 && items.every(({ state }) => state === 'done')
  const dismissAll = () => uploads.dismiss(items.map(({ group }) => group))
  const dismiss = () => keepFocus(dismissAll())
  useFinished(useFinishedAt(items, isFinished), dismissAll)
  return (
    <>
      <VisuallyHidden role="status">
        {items.length > 0 && (isOver ? t('heard.over', { done, standing }) : t('heard.going', { standing }))}
      </VisuallyHidden>
      {uploads.asking && <ConflictDialog key={uploads.asking.conflicts.length} asking={uploads.asking} />}
      <UploadNotices uploads={uploads} />
      {(items.length > 0 || keeping) && (
        <section className={page.foot} aria-label={t('title')}>
          <p className={styles.head}>
            <b>{all === 0 ? t('folders') : t('count', { done: number(done), all: number(all) })}</b>
            {!isOver && minutesLeft !== undefined && (
              <span>{t('left', { minutes: number(minutesLeft) })}</span>
            )}
            {keeping && <span>{t('keeping', { done: number(keeping.done), all: number(keeping.all) })}</span>}
            {standing > 0 && <span className={styles.needs}>{t('standing', { count: standing })}</span>}
            <span className={styles.ways}>
              {going + standing > 0 && (
                <Button variant="subtle" size="sm" onClick={() => keepFocus(uploads.cancelAll())}>
                  {t('cancelAll')}
                </Button>
              )}
              {isOver && standing === 0 && (
                <Button variant="subtle" size="sm" onClick={dismiss}>
                  {t('close')}
                </Button>
              )}
              <ActionIcon
                ref={fold}
                variant="subtle"
                size="sm"
                aria-expanded={open}
                aria-label={open ? t('less') : t('more')}
                onClick={() => setOpen(!open)}
              >
                {open ? <IconChevronDown aria-hidden /> : <IconChevronUp aria-hidden />}
              </ActionIcon>
            </span>
          </p>
          {!isOver && <Progress aria-label={t('progress')} value={Math.round(share * 100)} />}
          {open && (
            <ul className={styles.rows}>
              {rows.map(item => (
                <UploadRow
                  key={item.id}
                  item={item}
                  retry={id => keepFocus(uploads.retry(id))}
                  cancel={id => keepFocus(uploads.cancel(id))}
                />
              ))}
              {items.length > rows.length && (
                <li className={styles.rest}>{t('rest', { count: items.length - rows.length })}</li>
              )}
            </ul>
          )}
        </section>
      )}
    </>
  )
}

/** Time at which the last write of an upload was done, in Unix ms; 0 if none was. */
const doneAtOf = ({ creation, upload }: UploadItem): number =>
  Math.max(creation?.doneAt ?? 0, upload?.doneAt ?? 0)

/**
 * Returns when the uploads finished, in Unix ms, or undefined while they have not. After a reload that is the time of
 * the last write, so that the panel does not appear again.
 */
function useFinishedAt(items: readonly UploadItem[], isFinished: boolean): number | undefined {
  const { clock } = useSchoolTime()
  const [seen, setSeen] = useState({ isWorking: false, finishedAt: 0 })
  const isWorking = items.length > 0 && !isFinished
  if (seen.isWorking !== isWorking) setSeen({ isWorking, finishedAt: isFinished ? clock() : 0 })
  return isFinished ? Math.max(seen.finishedAt, ...items.map(doneAtOf)) : undefined
}

/** Calls `dismiss` 10 s after the work finished at `finishedAt` (Unix ms). */
function useFinished(finishedAt: number | undefined, dismiss: () => void): void {
  const isOld = !useIsRecentlyFinished(finishedAt) && finishedAt !== undefined
  const onOld = useEffectEvent(dismiss)
  useEffect(() => {
    if (isOld) onOld()
  }, [isOld])
}

/**
 * Keeps the focus when the pressed button is removed. It moves to the header of the panel or, without one, to the list.
 * Call the returned function when a button is pressed.
 */
function useFocusInPanel(
  fold: { current: HTMLElement | null },
  focusList: () => void,
): (pressed: unknown) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isPressed.current || !isFocusLost()) return
    isPressed.current = false
    if (fold.current) fold.current.focus()
    else focusList()
  })
  return () => {
    isPressed.current = true
  }
}

/** Returns the listed items: those that need a decision, those in flight, the next ones and the last finished ones. */
function inSight(items: readonly UploadItem[]): UploadItem[] {
  const of = (...states: UploadItem['state'][]) => items.filter(({ state }) => states.includes(state))
  return [
    ...items.filter(isStanding),
    ...of('sending', 'leaving'),
    ...of('waiting').slice(0, listed),
    ...of('done').slice(-listed),
  ]
}

/**
 * If the service turns out not to support uploads, deletes the entries that were created for them, because empty files
 * are useless. All other files are cancelled at once.
 */
function useTakenBack({ items, cancel, sayUnsupported }: Uploads): void {
  const isRefused = takesNone(items)
  const takeBack = useEffectEvent(() => {
    const refused = unfinishedOf(items)
    sayUnsupported(refused.length)
    for (const { id } of refused) void cancel(id)
  })
  useEffect(() => {
    if (isRefused) takeBack()
  }, [isRefused])
}

/**
 * Whether the service does not support uploads. For an entry that was just created, `unsupported` has no other reason.
 * Another entry may have been deleted. An upload that is done shows that the service supports them.
 */
const takesNone = (items: readonly UploadItem[]): boolean =>
  items.some(
    ({ state, error, creation }) =>
      state === 'failed' && error?.kind === 'unsupported' && creation?.state === 'done',
  ) && items.every(({ upload }) => upload?.state !== 'done')

/** Names that are listed before the button that shows all. */
const namesAtFirst = 5

/** The files that a notice is about. Each of them can be read (rule 59). */
function Names({ names }: { names: readonly string[] }) {
  const t = useT('uploads')
  const [all, setAll] = useState(false)
  const shown = all ? names : names.slice(0, namesAtFirst)
  return (
    <ul className={styles.names} translate="no">
      {shown.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, and the list never changes
        <li key={index}>{sanitizeName(name)}</li>
      ))}
      {names.length > shown.length && (
        <li translate="yes">
          <UnstyledButton variant="link" onClick={() => setAll(true)}>
            {t('rest', { count: names.length - shown.length })}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

/** Notices about the picked files: those that are not uploaded and why, and those with another name. */
function UploadNotices({ uploads: { said, kept, items, forgetSaid } }: { uploads: Uploads }) {
  const t = useT('uploads')
  const errors = useT('errors')
  const { time } = useFormat()
  const { renamed, empty, unreadable, notKept, unsupported, failed } = said
  const notices: { tone: NoticeTone; text: string; names?: readonly string[] }[] = []
  if (failed !== undefined) {
    notices.push({ tone: 'danger', text: t('failed', { reason: formatError(failed, errors, time) }) })
  }
  if (unsupported > 0) notices.push({ tone: 'warn', text: t('unsupported', { count: unsupported }) })
  if (empty.length > 0) {
    notices.push({ tone: 'warn', text: t('empty', { count: empty.length }), names: empty })
  }
  if (unreadable.length > 0) {
    notices.push({ tone: 'warn', text: t('unreadable', { count: unreadable.length }), names: unreadable })
  }
  if (notKept.length > 0) {
    notices.push({ tone: 'warn', text: t('notKept', { count: notKept.length }), names: notKept })
  }
  if (renamed.length > 0) {
    const names = renamed.map(({ from, to }) => `${sanitizeName(from)} → ${sanitizeName(to)}`)
    notices.push({ tone: 'info', text: t('renamed', { count: renamed.length }), names })
  }
  const isSaid = notices.length > 0
  if (!kept && items.some(({ state }) => state !== 'done')) {
    notices.push({ tone: 'warn', text: t('memoryOnly') })
  }
  if (notices.length === 0) return null
  return (
    <div className={page.notices} role="status">
      {notices.map(({ tone, text, names = [] }) => (
        <Notice key={text} tone={tone}>
          {text}
          {names.length > 0 && <Names names={names} />}
        </Notice>
      ))}
      {isSaid && (
        <UnstyledButton variant="link" className={styles.dismiss} onClick={forgetSaid}>
          {t('understood')}
        </UnstyledButton>
      )}
    </div>
  )
}
