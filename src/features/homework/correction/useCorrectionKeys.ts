import type { RefObject } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { commandKey } from '../../../ui/commandKey.ts'
import { useDocumentKeys } from '../../../ui/useDocumentKeys.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import type { ReturnTo } from './useReturn.ts'

type Keys = {
  text: RefObject<HTMLTextAreaElement | null>
  points: RefObject<HTMLInputElement | null>
  onReturn: (to: ReturnTo) => void
}

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
  useDocumentKeys(event => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    // Held down, it repeats: once is meant.
    if (!event.repeat) onReturn(event.shiftKey ? 'stay' : 'next')
  })
}
