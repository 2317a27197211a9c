import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { loadShortcutList, loadSignOut, loadUnsentList } from './lateParts.ts'
import { PalettePlace } from './PalettePlace.tsx'

const ShortcutList = lazy(async () => ({ default: (await loadShortcutList()).ShortcutList }))
const UnsentList = lazy(async () => ({ default: (await loadUnsentList()).UnsentList }))
const SignOut = lazy(async () => ({ default: (await loadSignOut()).SignOut }))

type Overlay = 'palette' | 'shortcuts' | 'unsent' | 'signOut'
type Overlays = { show: (overlay: Overlay) => void; shown: Overlay | undefined }

const OverlaysContext = createContext<Overlays>({ show: () => undefined, shown: undefined })

export const useOverlays = (): Overlays => use(OverlaysContext)

/** The dialogs every screen can open, fetched when first asked for. `covered`: something more urgent stands in front. */
export function OverlaysProvider({ covered, children }: { covered: boolean; children: ReactNode }) {
  const [shown, setShown] = useState<Overlay>()
  const overlays = useMemo(() => ({ show: setShown, shown }), [shown])
  const close = () => setShown(undefined)
  return (
    <OverlaysContext value={overlays}>
      {children}
      {!covered && shown === 'palette' && <PalettePlace close={close} />}
      <Suspense fallback={null}>
        {!covered && shown === 'shortcuts' && <ShortcutList close={close} />}
        {!covered && shown === 'unsent' && <UnsentList close={close} />}
        {!covered && shown === 'signOut' && <SignOut close={close} />}
      </Suspense>
    </OverlaysContext>
  )
}
