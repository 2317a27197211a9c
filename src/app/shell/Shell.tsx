import { Box, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCloudOff,
  IconHourglass,
  IconSelector,
  IconSend,
} from '@tabler/icons-react'
import { type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches, useNavigationType, useParams } from 'react-router'
import { readParam } from '../../contract/wire.ts'
import { MyClassesContext } from '../../features/day/MyClassesContext.ts'
import { ShowUnsentContext } from '../../features/day/ShowUnsentContext.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { accessParam } from '../../paths.ts'
import type { NavigationScreenId } from '../../screens.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { keepFocus } from '../../ui/focus/keepFocus.ts'
import { getTopDialog } from '../../ui/focus/overlays.ts'
import { ShortcutContext, useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { createHeadingStore, HeadingContext } from '../../ui/layout/ScreenHeader.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useApp } from '../AppContext.tsx'
import { AccessDrawerHost, UserMenu } from '../lazyComponents.ts'
import { Bar } from './Bar.tsx'
import { BottomBar } from './BottomBar.tsx'
import { ClassSwitch } from './ClassSwitch.tsx'
import { useOverlays } from './OverlaysContext.ts'
import { useRailWidth } from './Page.tsx'
import { DecisionCount, ScreenLinks } from './ScreenLinks.tsx'
import styles from './Shell.module.css'
import { type Classes, type KnownClass, useClasses } from './useClasses.ts'
import { type NetworkStatus, useNetworkStatus } from './useNetworkStatus.ts'
import { usePopoverButton } from './usePopoverButton.tsx'
import { useScreenKeys } from './useScreenKeys.ts'
import { useWarnBeforeClose } from './useWarnBeforeClose.ts'

export function Shell() {
  const t = useT('shell')
  // My day requests the names of classes later, because lessons are more important.
  const classes = useClasses()
  const { courseId } = useParams()
  const routeClassId = readParam('course_id', courseId ?? '')
  const currentClass = useCurrentClass(classes, routeClassId)
  useScreenKeys(currentClass)
  const [headings] = useState(createHeadingStore)
  const rail = useRailWidth()
  const isPhone = useIsPhone()
  const overlays = useOverlays()
  const showUnsent = () => overlays.show('unsent')
  const main = useRef<HTMLElement>(null)
  useAppKeys()
  useFocusOnNewScreen(main)
  useWarnBeforeClose()
  useEffect(() => {
    return keepFocus(() => main.current)
  }, [])
  return (
    <div className={styles.app} data-rail={rail}>
      <a className={styles.skipLink} href="#main">
        {t('skip')}
      </a>
      {!isPhone && <Rail classes={classes} currentClass={currentClass} />}
      <Bar headings={headings} classes={classes} currentClass={currentClass} />
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        <ScreenScroll main={main} />
        <HeadingContext value={headings}>
          <MyClassesContext value={classes.list}>
            <ShowUnsentContext value={showUnsent}>
              <Outlet />
            </ShowUnsentContext>
          </MyClassesContext>
        </HeadingContext>
      </main>
      {isPhone && <BottomBar currentClass={currentClass} />}
      <AccessLoader courseId={routeClassId} />
    </div>
  )
}

/**
 * Focuses a new screen, so that keyboard and screen reader start at its beginning. Excludes navigations with
 * `keepsFocus` in the state, and forms with an address, which take and return the focus themselves.
 */
function useFocusOnNewScreen(main: RefObject<HTMLElement | null>) {
  const { pathname, state } = useLocation()
  const keepsFocus = isRecord(state) && state.keepsFocus === true
  const previousPath = useRef(pathname)
  const wasForm = useRef(false)
  useEffect(() => {
    const isNew = previousPath.current !== pathname
    previousPath.current = pathname
    // A dialog is mounted shortly after its screen.
    queueMicrotask(() => {
      const isForm = getTopDialog() !== undefined
      if (isNew && !keepsFocus && !isForm && !wasForm.current) main.current?.focus()
      wasForm.current = isForm
    })
  }, [pathname, keepsFocus, main])
}

/**
 * Scrolls a new screen to the top, on Back to its previous position. Rendered before the screen, so that effects of the
 * screen can scroll afterwards. A form over a screen does not count as a new screen.
 */
function ScreenScroll({ main }: { main: RefObject<HTMLElement | null> }) {
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const screen = useMatches()[screenDepth]?.pathname
  const previousScreen = useRef(screen)
  /** Scroll positions in px by history entry. */
  const scrollTops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    if (previousScreen.current === screen) return
    previousScreen.current = screen
    if (main.current) main.current.scrollTop = (navigationType === 'POP' && scrollTops.current.get(key)) || 0
  }, [screen, navigationType, key, main])
  useEffect(() => {
    const element = main.current
    if (!element) return
    const saveScroll = () => scrollTops.current.set(key, element.scrollTop)
    element.addEventListener('scroll', saveScroll, { passive: true })
    return () => element.removeEventListener('scroll', saveScroll)
  }, [key, main])
  return null
}

/** Below the page, `SignedIn` and the error boundary. */
const screenDepth = 3

function AccessLoader({ courseId }: { courseId: number | undefined }) {
  const isRequested = new URLSearchParams(useLocation().search).has(accessParam)
  const [wasRequested, setWasRequested] = useState(isRequested)
  if (isRequested && !wasRequested) setWasRequested(true)
  if (!wasRequested) return null
  return <AccessDrawerHost courseId={courseId} />
}

/** Registers Ctrl-K or ⌘K, also in fields, and the single-key shortcuts. */
function useAppKeys(): void {
  const t = useT('shell')
  const overlays = useOverlays()
  const shortcuts = use(ShortcutContext)
  useShortcuts([{ key: '?', description: t('shortcutList'), run: () => overlays.show('shortcuts') }], 'app')
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        event.key.toLowerCase() === 'k' &&
        !isComposing(event)
      ) {
        event.preventDefault()
        // The user must close a dialog first.
        if (!getTopDialog()) overlays.show('palette')
      } else shortcuts?.handleKeyDown(event)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [overlays, shortcuts])
}

const isOfUser = (id: NavigationScreenId) => id === 'day'
const isBelowClass = (id: NavigationScreenId) => !isOfUser(id)

function Rail({ classes, currentClass }: { classes: Classes; currentClass: KnownClass | undefined }) {
  const t = useT('shell')
  return (
    <nav className={styles.rail} aria-label={t('navigation')}>
      <div className={styles.nav}>
        <ScreenLinks currentClass={currentClass} isShown={isOfUser} />
      </div>
      <ClassSwitch classes={classes} currentClass={currentClass} position="rail" />
      <div className={styles.nav}>
        <ScreenLinks currentClass={currentClass} isShown={isBelowClass} />
      </div>
      <Box mt="auto" pt="sm" style={{ borderTop: '1px solid var(--rule)' }}>
        <DecisionCount className={styles.decisions} />
        <NetworkIndicator />
        <UserButton />
      </Box>
    </nav>
  )
}

/** Returns the class of the address, otherwise the last one shown. Remembers it. */
function useCurrentClass(classes: Classes, routeClassId: number | undefined): KnownClass | undefined {
  const { preferences } = useApp()
  const { id: userId } = useCurrentUser()
  // An address can contain any number.
  const isKnown = classes.list.some(knownClass => knownClass.id === routeClassId)
  useEffect(() => {
    if (
      routeClassId === undefined ||
      !isKnown ||
      preferences.getUserMemory(userId).lastClass === routeClassId
    )
      return
    preferences.updateUserMemory(userId, { lastClass: routeClassId })
  }, [preferences, userId, routeClassId, isKnown])
  const id = routeClassId ?? preferences.getUserMemory(userId).lastClass ?? classes.list[0]?.id
  if (id === undefined) return undefined
  return (
    classes.list.find(knownClass => knownClass.id === id) ?? {
      id,
      name: undefined,
      isNameLoading: classes.isLoading,
      isAdded: false,
    }
  )
}

function UserButton() {
  const t = useT('shell')
  const { name } = useCurrentUser()
  const popover = usePopoverButton(UserMenu.preload)
  return (
    <Box component="span" pos="relative" display="block">
      <UnstyledButton className={styles.railButton} aria-haspopup="menu" {...popover.buttonProps}>
        <PersonAvatar name={name ?? '?'} />
        <span className={styles.name}>{name ?? t('yourAccount')}</span>
        <VisuallyHidden>{t('account')}</VisuallyHidden>
        <IconSelector className={styles.selectorIcon} aria-hidden />
      </UnstyledButton>
      {popover.render(() => (
        <UserMenu anchor={popover.anchor} close={popover.close} position="top-start" />
      ))}
    </Box>
  )
}

const icons: Record<NetworkStatus['kind'], typeof IconCheck> = {
  fresh: IconCheck,
  loading: IconClock,
  stale: IconClock,
  busy: IconHourglass,
  offline: IconCloudOff,
  waiting: IconSend,
  notKept: IconAlertTriangle,
}

function NetworkIndicator() {
  const { kind, tone, title, detail } = useNetworkStatus()
  const Icon = icons[kind]
  return (
    <p className={styles.network} data-tone={tone} role="status">
      <Icon aria-hidden />
      <span>
        {detail ? <b>{title}</b> : title}
        {detail}
      </span>
    </p>
  )
}
