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
import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches, useNavigationType, useParams } from 'react-router'
import { readParam } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { accessParam } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { frontDialog } from '../../ui/focus/floating.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { keepFocus } from '../../ui/focus/keepFocus.ts'
import { ShortcutContext, useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { createHeadingStore, HeadingContext } from '../../ui/layout/ScreenHeader.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useApp } from '../AppContext.tsx'
import { AccessPlace, MeMenu } from '../lateParts.ts'
import { Bar } from './Bar.tsx'
import { ClassSwitch } from './ClassSwitch.tsx'
import { useOverlays } from './Overlays.tsx'
import { useRail } from './Page.tsx'
import { NeedsYou, ScreenLinks } from './ScreenLinks.tsx'
import styles from './Shell.module.css'
import { type Classes, type KnownClass, useClasses } from './useClasses.ts'
import { useFloat } from './useFloat.tsx'
import { type NetworkWords, useNetwork } from './useNetwork.ts'

/** Rail, bar and bottom bar around every screen of a signed-in user. */
export function Shell() {
  const t = useT('shell')
  const classes = useClasses()
  const { courseId } = useParams()
  const addressed = readParam('course_id', courseId ?? '')
  const current = useCurrentClass(classes, addressed)
  const [headings] = useState(createHeadingStore)
  const rail = useRail()
  const main = useRef<HTMLElement>(null)
  useAppKeys()
  useFocusOnNewScreen(main)
  useEffect(() => {
    return keepFocus(() => main.current)
  }, [])
  return (
    <div className={styles.app} data-rail={rail}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <Rail classes={classes} current={current} />
      <Bar headings={headings} classes={classes} current={current} />
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        <ScreenScroll main={main} />
        <HeadingContext value={headings}>
          <Outlet />
        </HeadingContext>
      </main>
      <Box component="nav" className={styles.tabs} hiddenFrom="sm" aria-label={t('navigation')}>
        <ScreenLinks current={current} />
      </Box>
      <AccessAsked courseId={addressed} />
    </div>
  )
}

/**
 * Focuses a new screen, so that keyboard and screen reader start at its beginning. Navigations of a screen within
 * itself set `keepsFocus` in the state and are excluded. Forms with an address of their own are excluded too, because
 * they take and return the focus themselves.
 */
function useFocusOnNewScreen(main: { current: HTMLElement | null }) {
  const { pathname, state } = useLocation()
  const keepsFocus = isRecord(state) && state.keepsFocus === true
  const shown = useRef(pathname)
  const wasForm = useRef(false)
  useEffect(() => {
    const isNew = shown.current !== pathname
    shown.current = pathname
    // A dialog is mounted shortly after its screen.
    queueMicrotask(() => {
      const isForm = frontDialog() !== undefined
      if (isNew && !keepsFocus && !isForm && !wasForm.current) main.current?.focus()
      wasForm.current = isForm
    })
  }, [pathname, keepsFocus, main])
}

/**
 * Scrolls a new screen to the top, and on Back to its previous position. It comes before the screen, so that the
 * screen's effects can scroll afterwards. A form over a screen or the next pupil does not count as a new screen.
 */
function ScreenScroll({ main }: { main: { current: HTMLElement | null } }) {
  const { key } = useLocation()
  const goes = useNavigationType()
  const screen = useMatches()[screenDepth]?.pathname
  const shown = useRef(screen)
  /** Scroll positions in px by history entry. */
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    if (main.current) main.current.scrollTop = (goes === 'POP' && tops.current.get(key)) || 0
  }, [screen, goes, key, main])
  useEffect(() => {
    const node = main.current
    if (!node) return
    const note = () => tops.current.set(key, node.scrollTop)
    node.addEventListener('scroll', note, { passive: true })
    return () => node.removeEventListener('scroll', note)
  }, [key, main])
  return null
}

/** Depth of the screens in the route tree, below the page, `SignedIn` and the error boundary. */
const screenDepth = 3

/** Loads the access drawer once an address asks for it. */
function AccessAsked({ courseId }: { courseId: number | undefined }) {
  const asks = new URLSearchParams(useLocation().search).has(accessParam)
  const [asked, setAsked] = useState(asks)
  if (asks && !asked) setAsked(true)
  if (!asked) return null
  return <AccessPlace courseId={courseId} />
}

/** Registers Ctrl-K or ⌘K on every screen, also in fields, and the single-key shortcuts if they are switched on. */
function useAppKeys(): void {
  const t = useT('shell')
  const overlays = useOverlays()
  const shortcuts = use(ShortcutContext)
  useShortcuts([{ key: '?', description: t('shortcutList'), run: () => overlays.show('shortcuts') }], 'app')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        event.key.toLowerCase() === 'k' &&
        !isComposing(event)
      ) {
        event.preventDefault()
        // The user must close a dialog first.
        if (!frontDialog()) overlays.show('palette')
      } else shortcuts?.press(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [overlays, shortcuts])
}

/** Side navigation on computers: class, screens, network and user. */
function Rail({ classes, current }: { classes: Classes; current: KnownClass | undefined }) {
  const t = useT('shell')
  return (
    <Box component="nav" className={styles.rail} visibleFrom="sm" aria-label={t('navigation')}>
      <ClassSwitch classes={classes} current={current} place="rail" />
      <div className={styles.nav}>
        <ScreenLinks current={current} />
      </div>
      <Box mt="auto" pt="sm" style={{ borderTop: '1px solid var(--rule)' }}>
        <NeedsYou className={styles.needsYou} />
        <NetworkFoot />
        <MeButton />
      </Box>
    </Box>
  )
}

/**
 * Returns the class of the address, otherwise the last one shown, so that the rail has links on every screen. Remembers
 * it.
 */
function useCurrentClass(classes: Classes, addressed: number | undefined): KnownClass | undefined {
  const { preferences } = useApp()
  const { id: person } = useCurrentUser()
  // An address can contain any number. Remember only classes of the user.
  const isKnown = classes.list.some(known => known.id === addressed)
  useEffect(() => {
    if (addressed === undefined || !isKnown || preferences.person(person).lastClass === addressed) return
    preferences.remember(person, { lastClass: addressed })
  }, [preferences, person, addressed, isKnown])
  const id = addressed ?? preferences.person(person).lastClass ?? classes.list[0]?.id
  if (id === undefined) return undefined
  return (
    classes.list.find(known => known.id === id) ?? {
      id,
      name: undefined,
      naming: classes.loading,
      added: false,
    }
  )
}

/** Button with the user's name, which opens the account menu. */
function MeButton() {
  const t = useT('shell')
  const { name } = useCurrentUser()
  const float = useFloat(MeMenu.fetchAhead)
  return (
    <Box component="span" pos="relative" display="block">
      <UnstyledButton className={styles.railButton} aria-haspopup="menu" {...float.button}>
        <PersonAvatar name={name ?? '?'} />
        <span className={styles.name}>{name ?? t('yourAccount')}</span>
        <VisuallyHidden>{t('account')}</VisuallyHidden>
        <IconSelector className={styles.updown} aria-hidden />
      </UnstyledButton>
      {float.render(() => (
        <MeMenu anchor={float.anchor} close={float.close} position="top-start" />
      ))}
    </Box>
  )
}

const icons: Record<NetworkWords['kind'], typeof IconCheck> = {
  fresh: IconCheck,
  loading: IconClock,
  stale: IconClock,
  busy: IconHourglass,
  offline: IconCloudOff,
  waiting: IconSend,
  notKept: IconAlertTriangle,
}

/** State of the network, at the bottom of the rail. */
function NetworkFoot() {
  const { kind, tone, title, more } = useNetwork()
  const Icon = icons[kind]
  return (
    <p className={styles.network} data-tone={tone} role="status">
      <Icon aria-hidden />
      <span>
        {more ? <b>{title}</b> : title}
        {more}
      </span>
    </p>
  )
}
