import { ActionIcon, Button, Kbd, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconDots, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { useT } from '../../i18n/useT.ts'
import { useWaiting } from '../../outbox/OutboxContext.ts'
import type { HeadingStore, ScreenAction, ScreenView } from '../../ui/layout/ScreenHeader.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { MeMenu } from '../lateParts.ts'
import styles from './Bar.module.css'
import { ClassSwitch } from './ClassSwitch.tsx'
import { findKeys } from './findKeys.ts'
import { useOverlays } from './Overlays.tsx'
import { NeedsYou } from './ScreenLinks.tsx'
import shell from './Shell.module.css'
import { type Classes, classTitle, type KnownClass } from './useClasses.ts'
import { useFloat } from './useFloat.tsx'
import { useNetwork } from './useNetwork.ts'

type BarProps = { headings: HeadingStore; classes: Classes; current: KnownClass | undefined }

/** The line above the screen: its title, what it offers, and the way to everything else. */
export function Bar({ headings, classes, current }: BarProps) {
  const t = useT('shell')
  const heading = useStore(headings)
  const { title, documentTitle = title, parent, back, note, views = [], actions = [] } = heading
  const overlays = useOverlays()
  const network = useNetwork()
  const { standing } = useWaiting()
  const parts = [documentTitle, current && !current.naming && classTitle(current, t).short, t('appName')]
  useDocumentTitle(parts.filter(Boolean).join(' · '))
  return (
    <header className={styles.bar}>
      <div className={styles.title}>
        <div className={styles.phoneLine} data-tone={network.tone}>
          {back ? (
            <Link className={styles.back} to={back.to}>
              <IconChevronLeft aria-hidden />
              {back.label}
            </Link>
          ) : (
            <ClassSwitch classes={classes} current={current} place="phone" />
          )}
          {standing > 0 ? (
            <NeedsYou className={styles.needsYou} />
          ) : (
            <span className={styles.said}>· {network.tone === 'quiet' && note ? note : network.short}</span>
          )}
        </div>
        <div className={styles.heading}>
          {parent && (
            <span className={styles.crumb}>
              <Link to={parent.to}>{parent.label}</Link> <span aria-hidden>/</span>
            </span>
          )}
          <h1>{title}</h1>
        </div>
      </div>
      <div className={styles.actions}>
        <BarViews views={views} />
        {actions.map(action => (
          <BarAction key={action.id} action={action} />
        ))}
        <MoreButton views={views} actions={actions} />
        <UnstyledButton
          className={styles.find}
          data-given-way={actions.some(({ phone }) => phone === 'find')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => overlays.show('palette')}
        >
          <IconSearch aria-hidden />
          <span>{t('find')}</span>
          <Kbd aria-hidden>{findKeys()}</Kbd>
        </UnstyledButton>
      </div>
    </header>
  )
}

/** The views of a screen, side by side as links; on phones they are in the "more" menu. */
function BarViews({ views }: { views: readonly ScreenView[] }) {
  const t = useT('shell')
  if (views.length === 0) return null
  return (
    <nav className={styles.views} aria-label={t('views')}>
      {views.map(({ label, to, current }) => (
        <Link key={to} to={to} aria-current={current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/**
 * One thing the screen offers, as a button or a link. On phones the primary one, and icons of those that ask for it; the
 * menu has the others.
 */
function BarAction({ action }: { action: ScreenAction }) {
  const { label, brief, icon, run, to, state, variant: asked, count, disabled, phone } = action
  const variant = asked ?? (count === undefined ? 'subtle' : 'default')
  const place = asked === 'filled' ? undefined : phone ? styles.icon : styles.deskOnly
  const content = (
    <>
      <span className={styles.long}>
        {label}
        {count !== undefined && <span className={styles.count}> ({count})</span>}
      </span>
      {brief && (
        <span className={styles.brief} aria-hidden>
          {brief}
        </span>
      )}
    </>
  )
  // On a phone the words may be gone; the name stays.
  const name = asked === 'filled' ? { 'aria-label': label } : {}
  if (to !== undefined && !disabled) {
    return (
      <Button
        component={Link}
        variant={variant}
        className={place}
        leftSection={icon}
        to={to}
        state={state}
        {...name}
      >
        {content}
      </Button>
    )
  }
  return (
    <Button
      variant={variant}
      className={place}
      disabled={disabled === true}
      leftSection={icon}
      onClick={run}
      {...name}
    >
      {content}
    </Button>
  )
}

type MoreButtonProps = { views: readonly ScreenView[]; actions: readonly ScreenAction[] }

/** On phones: what the screen offers, then what the foot of the rail has on desks. */
function MoreButton({ views, actions }: MoreButtonProps) {
  const t = useT('shell')
  const overlays = useOverlays()
  const float = useFloat(MeMenu.fetchAhead)
  const givenWay = actions.some(({ phone }) => phone === 'find')
  const find = () => overlays.show('palette')
  return (
    <span className={`${shell.anchor} ${styles.phoneOnly}`}>
      <ActionIcon variant="subtle" aria-label={t('more')} aria-haspopup="menu" {...float.button}>
        <IconDots aria-hidden />
      </ActionIcon>
      {float.render(() => (
        <MeMenu
          anchor={float.anchor}
          close={float.close}
          position="bottom-end"
          views={views}
          actions={[
            ...actions.filter(({ variant, phone }) => variant !== 'filled' && !phone),
            ...(givenWay
              ? [{ id: 'find', label: t('find'), icon: <IconSearch aria-hidden />, run: find }]
              : []),
          ]}
        />
      ))}
    </span>
  )
}
