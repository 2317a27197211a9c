import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import type { FileDeletion, FileDeletions } from './createFileDeletions.ts'
import styles from './DeletingFiles.module.css'
import { useEntryNames } from './useInside.ts'

type DeletingFilesProps = {
  open: readonly FileDeletion[]
  deletions: FileDeletions
  focusList: (() => void) | undefined
}

/** What was deleted, here or in a class one has left, and can still be undone; and what could not be deleted. */
export function DeletingFiles({ open, deletions, focusList }: DeletingFilesProps) {
  const t = useT('preview')
  const box = useRef<HTMLUListElement>(null)
  const waiting = open.filter(({ stage }) => stage === 'waiting').length
  useFocusInLine(box, open.length, focusList)
  return (
    <>
      <VisuallyHidden role="status">{waiting > 0 ? t('delete.within') : ''}</VisuallyHidden>
      {open.length > 0 && (
        <ul ref={box} className={styles.lines} aria-label={t('delete.region')}>
          {open.map(deletion => (
            <DeletionLine key={deletion.id} deletion={deletion} deletions={deletions} />
          ))}
        </ul>
      )}
    </>
  )
}

function DeletionLine({ deletion, deletions }: { deletion: FileDeletion; deletions: FileDeletions }) {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const names = useEntryNames()
  const { id, entries, stage, done, error } = deletion
  const text = names(entries.map(({ name }) => shownName(name)))
  if (stage === 'failed') {
    return (
      <li className={styles.line} data-failed>
        <IconAlertTriangle aria-hidden />
        <span className={styles.what} role="alert">
          {t('delete.failed', { count: entries.length })} <b>{text}</b>{' '}
          {errorSentence(error, errors, format.time)}
        </span>
        <Button size="sm" onClick={() => deletions.retry(id)}>
          {t('delete.again')}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => deletions.forget(id)}>
          {t('delete.dismiss')}
        </Button>
      </li>
    )
  }
  if (stage === 'sending') {
    return (
      <li className={styles.line}>
        <IconTrash aria-hidden />
        <span className={styles.what}>
          {t('delete.sending', { done: format.number(done), count: format.number(entries.length) })}{' '}
          <b>{text}</b>
        </span>
        <Button variant="subtle" size="sm" onClick={() => deletions.stop(id)}>
          {t('delete.stop')}
        </Button>
      </li>
    )
  }
  return (
    <li className={styles.line}>
      <IconTrash aria-hidden />
      <span className={styles.what}>
        {t('delete.deleted')} <b>{text}</b>
      </span>
      <Button
        variant="subtle"
        size="sm"
        className={styles.undo}
        aria-label={t('delete.undoThis', { text })}
        onClick={() => deletions.undo(id)}
      >
        {t('delete.undo')}
      </Button>
      <i className={styles.left} aria-hidden />
    </li>
  )
}

/** Keeps the focus when its row goes: in the line of what was deleted, then back in the list. */
function useFocusInLine(
  box: { current: HTMLElement | null },
  count: number,
  focusList: (() => void) | undefined,
) {
  const before = useRef(count)
  useEffect(() => {
    const isLost = isFocusLost()
    if (isLost && count > before.current) [...(box.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    if (isLost && count < before.current) focusList?.()
    before.current = count
  }, [box, count, focusList])
}

const longest = 120

/**
 * A name within a sentence: harmless, held together whatever its direction, cut where it would be the whole page
 * (cases 14). The end stays, for there the kind of the file stands.
 */
export function shownName(name: string): string {
  const characters = Array.from(harmlessName(name))
  const cut =
    characters.length <= longest
      ? characters
      : [...characters.slice(0, longest - 20), '…', ...characters.slice(-19)]
  return `\u2068${cut.join('')}\u2069`
}
