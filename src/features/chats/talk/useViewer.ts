import { useCallback, useEffect, useRef, useState } from 'react'

/** Which file of the chat is looked at. Whoever closes it is where they were. */
export function useViewer() {
  const [file, setFile] = useState<number>()
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (file !== undefined || !(opener.current instanceof HTMLElement)) return
    opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [file])
  // The same for good: every row has it.
  const show = useCallback((id: number) => {
    opener.current = document.activeElement
    setFile(id)
  }, [])
  return { file, show, close: () => setFile(undefined) }
}
