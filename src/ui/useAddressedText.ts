import { useEffect, useRef, useState } from 'react'

/**
 * Text of an input that is also stored in the address, so that it survives a reload and Back. `addressed` is the text
 * in the address. `write` stores a new one 120 ms after the last key. If another navigation stores the text as well,
 * pass it to `writing`.
 */
export function useAddressedText(
  addressed: string,
  write: (text: string) => void,
): { typed: string; type: (text: string) => void; writing: (text: string) => void } {
  const [typed, type] = useState(addressed)
  /** Texts that will be in the address in a moment. */
  const written = useRef<string[]>([])
  useEffect(() => {
    const own = written.current.indexOf(addressed)
    if (own >= 0) written.current.splice(0, own + 1)
    // The address changed for another reason: Back, a link or "show all".
    else type(addressed)
  }, [addressed])
  const isWritten = (text: string) => text === (written.current.at(-1) ?? addressed)
  const writing = (text: string) => {
    if (!isWritten(text)) written.current.push(text)
  }
  // Debounced, because browsers allow only a few hundred address changes per minute.
  useEffect(() => {
    if (isWritten(typed)) return
    const later = setTimeout(() => {
      // Another navigation has stored the text already, and a second write would undo that navigation.
      if (isWritten(typed)) return
      writing(typed)
      write(typed)
    }, 120)
    return () => clearTimeout(later)
  })
  return { typed, type, writing }
}
