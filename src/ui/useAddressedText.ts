import { useEffect, useRef, useState } from 'react'

/**
 * A text that is typed here and kept in the address, so that it is there again after a reload and on the way back.
 * `addressed` is what the address says; `write` puts another one there a moment after the last key, or with what else
 * changes the address: then it is told by `writing`.
 */
export function useAddressedText(
  addressed: string,
  write: (text: string) => void,
): { typed: string; type: (text: string) => void; writing: (text: string) => void } {
  const [typed, type] = useState(addressed)
  /** On its way into the address, which changes a moment later. */
  const written = useRef<string[]>([])
  useEffect(() => {
    const own = written.current.indexOf(addressed)
    if (own >= 0) written.current.splice(0, own + 1)
    // The address changed by itself: back, a link, "show all".
    else type(addressed)
  }, [addressed])
  const isWritten = (text: string) => text === (written.current.at(-1) ?? addressed)
  const writing = (text: string) => {
    if (!isWritten(text)) written.current.push(text)
  }
  // A browser allows some hundred changes of address a minute.
  useEffect(() => {
    if (isWritten(typed)) return
    const later = setTimeout(() => {
      // It went along with something else, which this would undo: the address shows that a moment later.
      if (isWritten(typed)) return
      writing(typed)
      write(typed)
    }, 120)
    return () => clearTimeout(later)
  })
  return { typed, type, writing }
}
