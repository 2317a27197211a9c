import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../focus/isComposing.ts'
import { arrowDirections } from './arrowDirections.ts'
import styles from './MarkLayer.module.css'
import type { Point } from './markShapes.ts'
import { fontFamily } from './textFont.ts'
import type { SavedText } from './useTextMark.ts'

type TextMarkFieldProps = {
  label: string
  colour: string
  /** In CSS pixels. */
  fontSize: number
  /** Clockwise, in degrees. Not 0 for a text that was placed while the page had another rotation. */
  rotation: number
  /** Text of a mark that is changed. */
  initialText: string
  /** `at`: position within the page, 0 to 1. `width`: in CSS pixels. */
  getLayout: (text: string) => { at: Point; width: number; lineCount: number }
  /** Called with the direction of an arrow key. */
  onMove: (direction: Point, text: string) => void
  /** Called with the result of the previous call. */
  onSave: (text: string, saved: SavedText | undefined) => SavedText | undefined
  /** `isByKey`: the text was ended with Enter or Escape. */
  onDone: (isByKey: boolean) => void
}

const maxLength = 500

/** Time from a letter until the text is saved, in ms. Storing it takes up to 200 ms more. */
const saveDelayMs = 300

/**
 * A text is typed where it will be. It is saved as a mark while it is typed, so that a crash loses the last letters at
 * most. Each way to leave the field keeps it.
 */
export function TextMarkField(props: TextMarkFieldProps) {
  const { label, colour, fontSize, rotation, initialText, getLayout, onMove, onSave, onDone } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const [text, setText] = useState(initialText)
  const {
    at: [across, down],
    width,
    lineCount,
  } = getLayout(text)
  // By ref, because `autoFocus` would scroll the page.
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  useAutosave(`${across} ${down} ${text}`, saved => onSave(text, saved))
  const end = (isByKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    // The text is saved when the field is removed.
    onDone(isByKey)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const { key, shiftKey, altKey } = event
    const direction = altKey ? arrowDirections[key] : undefined
    if (direction) {
      // Otherwise the browser would open the previous page.
      event.preventDefault()
      event.stopPropagation()
      onMove(direction, text)
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
        // The browser may round the width of a line up.
        width: Math.ceil(width) + 1,
        color: colour,
        fontFamily,
        fontSize,
        rotate: `${rotation}deg`,
      }}
      aria-label={label}
      rows={lineCount}
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

/** Saves soon after each change, when the page is hidden or closed, and when the field is removed. */
function useAutosave(content: string, onSave: (saved: SavedText | undefined) => SavedText | undefined): void {
  const saved = useRef<SavedText>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    saved.current = onSave(saved.current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the content changes.
  useEffect(() => {
    timer.current ??= setTimeout(() => save(), saveDelayMs)
  }, [content])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('pagehide', () => save(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden && save(), { signal })
    return () => controller.abort()
  }, [])
  // Before the marks of the pupil are closed by an effect.
  useLayoutEffect(() => () => save(), [])
}
