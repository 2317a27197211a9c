import { createContext, use } from 'react'

export type Overlay = 'palette' | 'shortcuts' | 'unsent' | 'signOut'
type Overlays = { show: (overlay: Overlay) => void; shown: Overlay | undefined }

export const OverlaysContext = createContext<Overlays>({ show: () => undefined, shown: undefined })

export const useOverlays = (): Overlays => use(OverlaysContext)
