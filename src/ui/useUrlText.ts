import { useEffect, useRef, useState } from 'react'

/**
 * Text of an input that is also stored in the URL. `commit` stores it 120 ms after the last key. If another navigation
 * stores the text as well, pass it to `markWritten`.
 */
export function useUrlText(
  urlText: string,
  commit: (text: string) => void,
): { text: string; setText: (text: string) => void; markWritten: (text: string) => void } {
  const [text, setText] = useState(urlText)
  /** Texts that will be in the URL in a moment. */
  const pendingTexts = useRef<string[]>([])
  useEffect(() => {
    const ownIndex = pendingTexts.current.indexOf(urlText)
    if (ownIndex >= 0) pendingTexts.current.splice(0, ownIndex + 1)
    // The URL changed for another reason: Back, a link or "show all".
    else setText(urlText)
  }, [urlText])
  const isWritten = (text: string) => text === (pendingTexts.current.at(-1) ?? urlText)
  const markWritten = (text: string) => {
    if (!isWritten(text)) pendingTexts.current.push(text)
  }
  // Debounced, because browsers allow only a few hundred URL changes per minute.
  useEffect(() => {
    if (isWritten(text)) return
    const timer = setTimeout(() => {
      // Another navigation has stored the text. A second write would undo that navigation.
      if (isWritten(text)) return
      markWritten(text)
      commit(text)
    }, 120)
    return () => clearTimeout(timer)
  })
  return { text, setText, markWritten }
}
