import { type RefObject, useEffect, useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import type { ReturnTo } from './useReturn.ts'

type Keys = {
  text: RefObject<HTMLTextAreaElement | null>
  points: RefObject<HTMLInputElement | null>
  onReturn: (to: ReturnTo) => void
}

/** ⌘ on Apple's keyboards, Ctrl on all others; both work everywhere. */
export const commandKey = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl+'

/** c and p go to the fields, Escape leaves them, Ctrl or ⌘ with Enter returns from wherever one is; with Shift and stays. */
export function useCorrectionKeys({ text, points, onReturn }: Keys): void {
  const t = useT('correction')
  useShortcuts([
    { key: 'c', description: t('keys.text'), run: () => text.current?.focus() },
    {
      key: 'p',
      description: t('keys.points'),
      run: () => {
        points.current?.focus()
        points.current?.select()
      },
    },
    { key: `${commandKey}⏎`, description: t('keys.returnNext') },
    { key: `${commandKey}⇧⏎`, description: t('keys.returnStay') },
    { key: 'Esc', description: t('keys.leave') },
  ])
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.defaultPrevented || event.isComposing) return
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      // Held down, it repeats: once is meant.
      if (!event.repeat) latest.current(event.shiftKey ? 'stay' : 'next')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
