import { type ReactNode, useMemo, useState } from 'react'
import { Palette, ShortcutList, SignOut, UnsentList } from '../lazyComponents.ts'
import { type Overlay, OverlaysContext } from './OverlaysContext.ts'

/** Provides the dialogs that every screen can open. `isCovered`: the sign-in covers the screen. */
export function OverlaysProvider({ isCovered, children }: { isCovered: boolean; children: ReactNode }) {
  const [shown, setShown] = useState<Overlay>()
  const overlays = useMemo(() => ({ show: setShown, shown }), [shown])
  const close = () => setShown(undefined)
  return (
    <OverlaysContext value={overlays}>
      {children}
      {!isCovered && shown === 'palette' && <Palette close={close} />}
      {!isCovered && shown === 'shortcuts' && <ShortcutList close={close} />}
      {!isCovered && shown === 'unsent' && <UnsentList close={close} />}
      {!isCovered && shown === 'signOut' && <SignOut close={close} />}
    </OverlaysContext>
  )
}
