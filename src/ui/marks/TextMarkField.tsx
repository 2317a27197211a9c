import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '../focus/isComposing.ts'
import { arrowDirections } from './arrowDirections.ts'
import styles from './MarkLayer.module.css'
import type { Point } from './markShapes.ts'

type TextMarkFieldProps = {
  label: string
  at: Point
  colour: string
  /** In CSS pixels. */
  fontSize: number
  /** Clockwise, in degrees. Not 0 for a text that was placed while the page had another rotation. */
  rotation: number
  /** Text of a mark that is changed. */
  initialText: string
  /** Called with the direction of an arrow key. */
  onMove: (direction: Point) => void
  /** `isByKey`: the text was ended with Enter or Escape. */
  onDone: (text: string, isByKey: boolean) => void
}

const maxLength = 500

/** A text is typed where it will be. It is never lost: each way to leave the field keeps it. */
export function TextMarkField(props: TextMarkFieldProps) {
  const { label, at, colour, fontSize, rotation, initialText, onMove, onDone } = props
  const [across, down] = at
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const [text, setText] = useState(initialText)
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
    const { key, shiftKey, altKey } = event
    const direction = altKey ? arrowDirections[key] : undefined
    if (direction) {
      // Otherwise the browser would open the previous page.
      event.preventDefault()
      event.stopPropagation()
      onMove(direction)
      return
    }
    if (key !== 'Escape' && (key !== 'Enter' || shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    end(true)
  }
  return (
    <textarea
      ref={field}
      className={styles.text}
      style={{
        left: `${across * 100}%`,
        top: `${down * 100}%`,
        color: colour,
        fontSize,
        rotate: `${rotation}deg`,
      }}
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
