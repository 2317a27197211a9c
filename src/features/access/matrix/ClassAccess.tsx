import { IconFilterOff, IconKey } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { useLocale } from 'use-intl'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { ScreenHeader } from '../../../ui/ScreenHeader.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import styles from './ClassAccess.module.css'
import { FactsLine } from './FactsLine.tsx'
import { countOf, entriesOf } from './group.ts'
import { MatrixGrid } from './MatrixGrid.tsx'
import { MatrixNotices } from './MatrixNotices.tsx'
import { MatrixSkeleton } from './MatrixSkeleton.tsx'
import { MatrixToolbar } from './MatrixToolbar.tsx'
import { ThingList } from './ThingList.tsx'
import { useClassAccess } from './useClassAccess.ts'
import { useFocusBack } from './useFocusBack.ts'
import { useMatrixAddress } from './useMatrixAddress.ts'
import { useNarrow } from './useNarrow.ts'

/** Who may do what with everything a class has. */
export function ClassAccess({ courseId }: { courseId: number }) {
  const t = useT('matrix')
  const tErrors = useT('errors')
  const format = useFormat()
  const screen = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const { address, change } = useMatrixAddress()
  const language = useLocale()
  const collator = useMemo(() => new Intl.Collator(language, { numeric: true }), [language])
  const matrix = useClassAccess(courseId, address, collator)
  const { all, shown, facts, asking, grants } = matrix
  useFocusBack(screen, key => {
    const thing = entriesOf(all.things).find(each => each.key === key)
    if (thing) asking.renew(thing.of)
  })
  useShortcuts([
    {
      key: '/',
      description: t('keys.filter'),
      run: () => screen.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    },
    { key: 'ArrowDown', description: t('keys.move') },
    { key: 'Enter', description: t('keys.open') },
  ])
  const isSettled = facts.loaded + facts.failed === facts.all
  const isFull = countOf(all.things) > 0 && !matrix.loading
  return (
    <div ref={screen} className={styles.screen}>
      <ScreenHeader title={t('title')} />
      {isFull && (
        <>
          <MatrixToolbar
            address={address}
            all={all}
            shown={shown}
            onlyOneAdmin={facts.onlyOneAdmin}
            older={matrix.things.older}
            onChange={change}
          />
          <FactsLine facts={facts} retry={matrix.retry} />
        </>
      )}
      {isFull && (
        <MatrixNotices things={matrix.things} people={matrix.people} grants={grants} retry={matrix.retry} />
      )}
      {content()}
    </div>
  )

  function content() {
    if (matrix.loading) return <MatrixSkeleton />
    if (countOf(all.things) === 0) {
      const [failure] = matrix.things.failed
      if (failure) {
        return (
          <div className={styles.place}>
            <LoadFailed
              title={t('failed')}
              reason={errorSentence(failure.error, tErrors, format.time)}
              retry={{ label: t('tryAgain'), run: matrix.retry }}
            />
          </div>
        )
      }
      return (
        <div className={styles.place}>
          <EmptyState icon={<IconKey aria-hidden />} title={t('empty.title')}>
            {t('empty.lead')}
          </EmptyState>
        </div>
      )
    }
    if (countOf(shown.things) === 0 || (countOf(shown.people) === 0 && countOf(all.people) > 0)) {
      return (
        <div className={styles.place}>
          <EmptyState
            icon={<IconFilterOff aria-hidden />}
            title={t(isSettled ? 'nothing.title' : 'nothing.soFar')}
            actions={
              <Button onClick={() => change({ ...address, find: '', kind: undefined, onlyOneAdmin: false })}>
                {t('nothing.clear')}
              </Button>
            }
          >
            {isSettled
              ? t('nothing.lead', { people: countOf(all.people), things: countOf(all.things) })
              : t('progress', { loaded: String(facts.loaded), all: String(facts.all) })}
          </EmptyState>
        </div>
      )
    }
    const legend = (
      <p className={styles.legend}>
        {!narrow && <span>{t('legend.empty')}</span>}
        {shown.things.some(({ kind }) => kind === 'chat') && <span>{t('legend.chats')}</span>}
      </p>
    )
    if (narrow) {
      const opened = countOf(shown.people) < countOf(all.people)
      return (
        <>
          <ThingList {...shown} access={matrix.access} asking={asking} opened={opened} />
          {legend}
        </>
      )
    }
    return (
      <>
        <MatrixGrid {...shown} access={matrix.access} asking={asking} />
        {legend}
      </>
    )
  }
}
