import { use, useEffect } from 'react'
import { useT } from '../../i18n/useT.ts'
import { frontDialog } from '../../ui/floating.ts'
import { ShortcutContext, useShortcuts } from '../../ui/useShortcuts.ts'
import { useOverlays } from '../Overlays.tsx'

/** Ctrl-K or ⌘K on every screen, in fields too; single keys as far as they are switched on. */
export function useAppKeys(): void {
  const t = useT('shell')
  const overlays = useOverlays()
  const shortcuts = use(ShortcutContext)
  useShortcuts([{ key: '?', description: t('shortcutList'), run: () => overlays.show('shortcuts') }], 'app')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        // A dialog is answered or left first: Escape would be told to both.
        if (!frontDialog()) overlays.show('palette')
      } else shortcuts?.press(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [overlays, shortcuts])
}
