import { withTexts } from '../i18n/texts.ts'

/** Parts of the app that no address leads to, each with its texts. `fetchAhead` asks for them too. */
export const loadPalette = () => withTexts(() => import('./Palette.tsx'), 'palette')
export const loadShortcutList = () => withTexts(() => import('./ShortcutList.tsx'), 'shortcuts')
export const loadAccessPlace = () => withTexts(() => import('./AccessPlace.tsx'), 'access')
export const loadSessionEnded = () => withTexts(() => import('./signIn/SessionEnded.tsx'), 'signIn')
export const loadUnsentList = () => withTexts(() => import('./unsent/UnsentList.tsx'), 'unsent')
export const loadSignOut = () => withTexts(() => import('./unsent/SignOut.tsx'), 'unsent')
