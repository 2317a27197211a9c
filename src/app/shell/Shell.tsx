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
import { frontDialog } from '../../ui/focus/floating.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { keepFocus } from '../../ui/focus/keepFocus.ts'
import { ShortcutContext, useShortcuts } from '../../ui/focus/useShortcuts.ts'
import { createHeadingStore, HeadingContext } from '../../ui/layout/ScreenHeader.tsx'
import { PersonAvatar, usePerson } from '../../ui/Person.tsx'
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

/** Rail, bar and bottom bar around every screen of a signed-in person. */
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
 * Another screen: keyboard and screen reader start at its beginning, not where the link of the last one was. A screen
 * that goes on to another of its own addresses says so with `keepsFocus`. A form over a screen has an address, too: it
 * takes the focus itself, and gives it back when it is left.
 */
function useFocusOnNewScreen(main: { current: HTMLElement | null }) {
  const { pathname, state } = useLocation()
  const keepsFocus = isRecord(state) && state.keepsFocus === true
  const shown = useRef(pathname)
  const wasForm = useRef(false)
  useEffect(() => {
    const isNew = shown.current !== pathname
    shown.current = pathname
    // A dialog is on the page a moment after what it belongs to.
    queueMicrotask(() => {
      const isForm = frontDialog() !== undefined
      if (isNew && !keepsFocus && !isForm && !wasForm.current) main.current?.focus()
      wasForm.current = isForm
    })
  }, [pathname, keepsFocus, main])
}

/**
 * A new screen is read from its top, one gone back to from where it was left. Stands before the screen, whose own
 * effects come after it: what it brings into sight stays so. A form over a screen, or one more pupil of it, is no other.
 */
function ScreenScroll({ main }: { main: { current: HTMLElement | null } }) {
  const { key } = useLocation()
  const goes = useNavigationType()
  const screen = useMatches()[screenDepth]?.pathname
  const shown = useRef(screen)
  /** By entry of the history, in px. */
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

/** Where the screens stand in the tree of routes: below the page, who is signed in, and this shell. */
const screenDepth = 3

/** What shows the access drawer, from the first address on that asks for one. */
function AccessAsked({ courseId }: { courseId: number | undefined }) {
  const asks = new URLSearchParams(useLocation().search).has(accessParam)
  const [asked, setAsked] = useState(asks)
  if (asks && !asked) setAsked(true)
  if (!asked) return null
  return <AccessPlace courseId={courseId} />
}

/** Ctrl-K or ⌘K on every screen, in fields too; single keys as far as they are switched on. */
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
        // A dialog is answered or left first.
        if (!frontDialog()) overlays.show('palette')
      } else shortcuts?.press(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [overlays, shortcuts])
}

/** The side of the desk: which class, its screens, the network, the person. */
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

/** The class of the address, else the one shown last: screens of no class keep the rail's links. Remembers it. */
function useCurrentClass(classes: Classes, addressed: number | undefined): KnownClass | undefined {
  const { preferences } = useApp()
  const { id: person } = usePerson()
  // An address can name any number; only a class of one's own is worth coming back to.
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

/** The person at the foot of the rail; opens what is theirs to set. */
function MeButton() {
  const t = useT('shell')
  const { name } = usePerson()
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

/** The one place on desks that tells the truth about the network. */
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
