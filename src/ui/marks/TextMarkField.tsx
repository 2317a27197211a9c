import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '../focus/isComposing.ts'
import styles from './MarkLayer.module.css'
import type { Point } from './markShapes.ts'

type TextMarkFieldProps = {
  label: string
  at: Point
  colour: string
  /** In CSS pixels. */
  fontSize: number
  /** `isByKey`: the text was ended with Enter or Escape. */
  onDone: (text: string, isByKey: boolean) => void
}

const maxLength = 500

/** A text is typed where it will be. It is never lost: each way to leave the field keeps it. */
export function TextMarkField({ label, at: [across, down], colour, fontSize, onDone }: TextMarkFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const [text, setText] = useState('')
  const lines = text.split('\n')
  // By ref, because `autoFocus` would scroll the page.
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  const end = (isByKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    onDone(text, isByKey)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const { key, shiftKey } = event
    if (key !== 'Escape' && (key !== 'Enter' || shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    end(true)
  }
  return (
    <textarea
      ref={field}
      className={styles.text}
      style={{ left: `${across * 100}%`, top: `${down * 100}%`, color: colour, fontSize }}
      aria-label={label}
      rows={lines.length}
      cols={Math.max(4, ...lines.map(line => line.length + 1))}
      maxLength={maxLength}
      dir="auto"
      value={text}
      onChange={event => setText(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => end(false)}
      onPointerDown={event => event.stopPropagation()}
    />
  )
}
