import { lazyComponent } from '../ui/feedback/lazyComponent.tsx'

/** Parts of the app without an address. `SignedIn` preloads them. */
export const Palette = lazyComponent(async () => (await import('./palette/Palette.tsx')).Palette, 'palette')
export const ShortcutList = lazyComponent(
  async () => (await import('./shell/ShortcutList.tsx')).ShortcutList,
  'shortcuts',
)
export const AccessDrawerHost = lazyComponent(
  async () => (await import('./shell/AccessDrawerHost.tsx')).AccessDrawerHost,
  'access',
  'people',
)
export const SessionEnded = lazyComponent(
  async () => (await import('./signIn/SessionEnded.tsx')).SessionEnded,
  'signIn',
)
export const UnsentList = lazyComponent(
  async () => (await import('./account/UnsentList.tsx')).UnsentList,
  'drafts',
  'unsent',
)
export const SignOut = lazyComponent(async () => (await import('./account/SignOut.tsx')).SignOut, 'unsent')
export const UserMenu = lazyComponent(async () => (await import('./shell/UserMenu.tsx')).UserMenu)
export const MoreScreensMenu = lazyComponent(
  async () => (await import('./shell/MoreScreensMenu.tsx')).MoreScreensMenu,
)
export const ClassMenu = lazyComponent(async () => (await import('./shell/ClassMenu.tsx')).ClassMenu)
