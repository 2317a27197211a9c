import { ActionIcon, Box, Button, Kbd, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconChevronLeft, IconDots, IconSearch } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { usePendingEntries } from '../../delivery/DeliveryContext.ts'
import { useKeyLabel } from '../../i18n/useKeyLabel.ts'
import { useT } from '../../i18n/useT.ts'
import segments from '../../ui/Input.module.css'
import type { HeadingStore, ScreenAction, ScreenHeading, ScreenView } from '../../ui/layout/ScreenHeader.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { UserMenu } from '../lazyComponents.ts'
import styles from './Bar.module.css'
import { ClassSwitch } from './ClassSwitch.tsx'
import { useOverlays } from './OverlaysContext.ts'
import { DecisionCount, useCounts } from './ScreenLinks.tsx'
import { type Classes, classTitle, type KnownClass } from './useClasses.ts'
import { useNetworkStatus } from './useNetworkStatus.ts'
import { usePopoverButton } from './usePopoverButton.tsx'

type BarProps = { headings: HeadingStore; classes: Classes; currentClass: KnownClass | undefined }

/** Number of actions whose labels have room on tablets. */
const maxLabels = 4

/** Bar above the screen: title, actions, search and menu. */
export function Bar({ headings, classes, currentClass }: BarProps) {
  const t = useT('shell')
  const keyLabel = useKeyLabel()
  const heading = useHeading(headings)
  const { title, documentTitle = title, parent, back, note, views = [], actions = [] } = heading
  const isPhone = useIsPhone()
  const overlays = useOverlays()
  const network = useNetworkStatus()
  const { needsDecision } = usePendingEntries()
  const isOfClass = useParams().courseId !== undefined
  const parts = [
    documentTitle,
    isOfClass && currentClass && !currentClass.isNameLoading && classTitle(currentClass, t).short,
    t('appName'),
  ]
  const tabTitle = parts.filter(Boolean).join(' · ')
  const counts = useCounts()
  return (
    <header className={styles.bar}>
      {counts ? <counts.UnreadTitle title={tabTitle} /> : <TabTitle title={tabTitle} />}
      <Box miw={0}>
        {isPhone && (
          <div className={styles.phoneLine} data-tone={network.tone}>
            {back ? (
              <Link className={styles.back} to={back.to}>
                <IconChevronLeft aria-hidden />
                {back.label}
              </Link>
            ) : (
              <ClassSwitch classes={classes} currentClass={currentClass} position="phone" />
            )}
            {needsDecision > 0 ? (
              <DecisionCount className={styles.decisions} />
            ) : (
              <span className={styles.status}>
                · {network.tone === 'quiet' && note ? note : network.shortTitle}
              </span>
            )}
          </div>
        )}
        <div className={styles.heading}>
          {parent && (
            <span className={styles.parent}>
              <Link to={parent.to}>{parent.label}</Link> <span aria-hidden>/</span>
            </span>
          )}
          <h1>{title}</h1>
        </div>
      </Box>
      <div
        className={styles.actions}
        data-views={views.length > 0 ? '' : undefined}
        data-full={views.length > 0 || actions.length > maxLabels ? '' : undefined}
      >
        {!isPhone && <BarViews views={views} />}
        {actions.map(action => (
          <BarAction key={action.id} action={action} />
        ))}
        {isPhone && <MoreButton views={views} actions={actions} />}
        <Button
          className={styles.search ?? ''}
          px="sm"
          fw={400}
          {...(actions.some(({ phone }) => phone === 'find') && { visibleFrom: 'sm' })}
          leftSection={<IconSearch aria-hidden />}
          rightSection={
            <Kbd visibleFrom="md" aria-hidden>
              {keyLabel('Ctrl+K')}
            </Kbd>
          }
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => overlays.show('palette')}
        >
          <VisuallyHidden>{t('find')}</VisuallyHidden>
          <Box component="span" visibleFrom="md" aria-hidden>
            {t('find')}
          </Box>
        </Button>
      </div>
    </header>
  )
}

/** Title of the browser tab, until the number of unread messages has loaded. */
function TabTitle({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}

/**
 * Subscribes in a layout effect, before that of the screen sets the heading. A store hook would subscribe after the
 * first paint.
 */
function useHeading(headings: HeadingStore): ScreenHeading {
  const [heading, setHeading] = useState(headings.getState)
  useLayoutEffect(() => {
    return headings.subscribe(setHeading)
  }, [headings])
  return heading
}

/** On phones the views are in the "more" menu. */
function BarViews({ views }: { views: readonly ScreenView[] }) {
  const t = useT('shell')
  if (views.length === 0) return null
  return (
    <nav className={segments.segments} aria-label={t('views')}>
      {views.map(({ label, to, isCurrent }) => (
        <Link key={to} className={segments.segment} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Phones show only the filled action, and icons with `phone`. The "more" menu has the others. */
function BarAction({ action }: { action: ScreenAction }) {
  const { label, shortLabel, icon, run, to, state, variant, count, disabledReason, phone } = action
  const isFilled = variant === 'filled'
  const countLabel = count !== undefined && <span className={styles.count}> ({count})</span>
  const buttonProps = {
    variant: variant ?? (count === undefined ? 'subtle' : 'default'),
    leftSection: icon,
    ...(!isFilled && (phone ? { className: styles.iconAction ?? '' } : { visibleFrom: 'sm' })),
    // On a phone the text may be hidden.
    'aria-label': isFilled || count === undefined ? label : `${label} (${count})`,
    title: label,
    children: (
      <Box component="span" visibleFrom="sm">
        <span className={isFilled ? undefined : styles.label}>{label}</span>
        {shortLabel && <span className={styles.short}>{shortLabel}</span>}
        {countLabel}
      </Box>
    ),
  } as const
  if (to !== undefined) return <Button component={Link} to={to} state={state} {...buttonProps} />
  if (!disabledReason) return <Button onClick={run} {...buttonProps} />
  // `WhyDisabled` would add 20 kB to the first load (docs/decisions/006).
  return <Button aria-disabled {...buttonProps} title={disabledReason} />
}

type MoreButtonProps = { views: readonly ScreenView[]; actions: readonly ScreenAction[] }

/** On phones: menu with the actions of the screen and the account menu. */
function MoreButton({ views, actions }: MoreButtonProps) {
  const t = useT('shell')
  const overlays = useOverlays()
  const popover = usePopoverButton(UserMenu.preload)
  const isSearchInMenu = actions.some(({ phone }) => phone === 'find')
  const openSearch = () => overlays.show('palette')
  return (
    <Box component="span" pos="relative">
      <ActionIcon variant="subtle" aria-label={t('more')} aria-haspopup="menu" {...popover.buttonProps}>
        <IconDots aria-hidden />
      </ActionIcon>
      {popover.render(() => (
        <UserMenu
          anchor={popover.anchor}
          close={popover.close}
          position="bottom-end"
          views={views}
          actions={[
            ...actions.filter(({ variant, phone }) => variant !== 'filled' && !phone),
            ...(isSearchInMenu
              ? [{ id: 'find', label: t('find'), icon: <IconSearch aria-hidden />, run: openSearch }]
              : []),
          ]}
        />
      ))}
    </Box>
  )
}
