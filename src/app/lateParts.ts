import { latePart } from '../ui/feedback/latePart.tsx'

/** Parts of the app without an address of their own. `SignedIn` loads them after the first screen is rendered. */
export const Palette = latePart(async () => (await import('./palette/Palette.tsx')).Palette, 'palette')
export const ShortcutList = latePart(
  async () => (await import('./shell/ShortcutList.tsx')).ShortcutList,
  'shortcuts',
)
export const AccessPlace = latePart(
  async () => (await import('./shell/AccessPlace.tsx')).AccessPlace,
  'access',
)
export const SessionEnded = latePart(
  async () => (await import('./signIn/SessionEnded.tsx')).SessionEnded,
  'signIn',
)
export const UnsentList = latePart(
  async () => (await import('./account/UnsentList.tsx')).UnsentList,
  'unsent',
)
export const SignOut = latePart(async () => (await import('./account/SignOut.tsx')).SignOut, 'unsent')
export const MeMenu = latePart(async () => (await import('./shell/MeMenu.tsx')).MeMenu)
export const ClassMenu = latePart(async () => (await import('./shell/ClassMenu.tsx')).ClassMenu)
