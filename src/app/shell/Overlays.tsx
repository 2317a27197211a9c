import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { useRestoreFocus } from '../../ui/focus/isFocusLost.ts'
import { Palette, ShortcutList, SignOut, UnsentList } from '../lazyComponents.ts'
import styles from './Overlays.module.css'
import { type Overlay, OverlaysContext } from './OverlaysContext.ts'
import { SearchInput } from './SearchInput.tsx'

/** Provides the dialogs that every screen can open. `isCovered`: the sign-in covers the screen. */
export function OverlaysProvider({ isCovered, children }: { isCovered: boolean; children: ReactNode }) {
  const [shown, setShown] = useState<Overlay>()
  const overlays = useMemo(() => ({ show: setShown, shown }), [shown])
  const close = () => setShown(undefined)
  return (
    <OverlaysContext value={overlays}>
      {children}
      {!isCovered && shown === 'palette' && <PaletteHost close={close} />}
      {!isCovered && shown === 'shortcuts' && <ShortcutList close={close} />}
      {!isCovered && shown === 'unsent' && <UnsentList close={close} />}
      {!isCovered && shown === 'signOut' && <SignOut close={close} />}
    </OverlaysContext>
  )
}

/** While the code of the palette loads, an input replaces it and passes on the typed text. */
function PaletteHost({ close }: { close: () => void }) {
  useRestoreFocus()
  const [text, setText] = useState('')
  return (
    <Palette
      fallback={<PaletteFallback text={text} onTextChange={setText} close={close} />}
      text={text}
      onTextChange={setText}
      close={close}
    />
  )
}

type PaletteFallbackProps = { text: string; onTextChange: (text: string) => void; close: () => void }

function PaletteFallback({ text, onTextChange, close }: PaletteFallbackProps) {
  const t = useT('shell')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes a dialog, wherever the focus is in it.
    <div
      className={styles.veil}
      onPointerDown={event => event.target === event.currentTarget && close()}
      onKeyDown={event => event.key === 'Escape' && !isComposing(event) && close()}
    >
      <div className={styles.box} role="dialog" aria-modal="true" aria-label={t('find')}>
        <SearchInput
          text={text}
          onTextChange={onTextChange}
          // The input is the only focusable element.
          onKeyDown={event => event.key === 'Tab' && event.preventDefault()}
        />
      </div>
    </div>
  )
}
