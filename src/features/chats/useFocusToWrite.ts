import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../lib/isRecord.ts'

/**
 * Who chose a chat in the list or by a key wants to write in it, or else to read it from here on. The field comes a
 * moment later than the chat; who went elsewhere meanwhile stays there.
 */
export function useFocusToWrite(box: { current: HTMLElement | null }, phone: boolean): void {
  const { state } = useLocation()
  const wanted = isRecord(state) && state.toWrite === true && !phone
  useEffect(() => {
    const chat = box.current
    if (!wanted || !chat) return
    chat.focus()
    const toField = () => {
      const field = chat.querySelector('textarea')
      if (field && document.activeElement === chat) field.focus()
      return field !== null
    }
    if (toField()) return
    const changes = new MutationObserver(() => {
      if (toField()) changes.disconnect()
    })
    changes.observe(chat, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [box, wanted])
}
