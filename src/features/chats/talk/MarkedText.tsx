import { Fragment } from 'react'
import styles from './MessageText.module.css'
import { marksIn } from './markText.ts'
import { useTalk } from './TalkContext.ts'

/** Words, with those looked for marked in them. */
export function MarkedText({ text }: { text: string }) {
  const { mark } = useTalk()
  const marks = marksIn(text, mark)
  if (marks.length === 0) return text
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1])}
    </>
  )
}
