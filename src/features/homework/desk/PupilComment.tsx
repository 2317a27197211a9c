import { useId, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Formatted } from '../../../ui/viewer/Formatted.tsx'
import styles from './PupilWork.module.css'

type PupilCommentProps = { label: string; html: string | null; text: string }

/** More than this takes the place of what was handed in. */
const isLong = (text: string) => text.length > 400 || text.split('\n').length > 5

/** What a pupil wrote to it, as a quotation; a long one shows its beginning and scrolls. */
export function PupilComment({ label, html, text }: PupilCommentProps) {
  const t = useT('desk')
  const id = useId()
  const long = isLong(text)
  const [whole, setWhole] = useState(false)
  return (
    <div className={styles.comment}>
      <blockquote
        id={id}
        aria-label={label}
        data-cut={long && !whole}
        // What scrolls is reached by keyboard.
        {...(long && !whole && { tabIndex: 0 })}
      >
        <Formatted html={html} text={text} />
      </blockquote>
      {long && (
        <button type="button" aria-expanded={whole} aria-controls={id} onClick={() => setWhole(!whole)}>
          {t(whole ? 'work.lessComment' : 'work.wholeComment')}
        </button>
      )}
    </div>
  )
}
