import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { readParam } from '../contract/params.ts'
import { useT } from '../i18n/useT.ts'
import { isRecord } from '../lib/isRecord.ts'
import { frontDialog } from '../ui/floating.ts'
import { keepFocus } from '../ui/keepFocus.ts'
import { createHeadingStore, HeadingProvider } from '../ui/ScreenHeader.tsx'
import { AccessAsked } from './AccessAsked.tsx'
import { Bar } from './shell/Bar.tsx'
import { Rail } from './shell/Rail.tsx'
import { ScreenLinks } from './shell/ScreenLinks.tsx'
import styles from './shell/Shell.module.css'
import { useAppKeys } from './shell/useAppKeys.ts'
import { useClasses } from './shell/useClasses.ts'
import { useCurrentClass } from './shell/useCurrentClass.ts'
import { useRail } from './shell/useRail.ts'

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
        <HeadingProvider store={headings}>
          <Outlet />
        </HeadingProvider>
      </main>
      <nav className={styles.tabs} aria-label={t('navigation')}>
        <ScreenLinks current={current} />
      </nav>
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
