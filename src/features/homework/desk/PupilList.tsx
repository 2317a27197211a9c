import { useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { PupilFind } from './PupilFind.tsx'
import styles from './PupilList.module.css'
import { PupilRow } from './PupilRow.tsx'
import type { PupilGroup } from './pupilGroups.ts'
import { rowsOf, useVirtualRows } from './useVirtualRows.ts'

export type PupilListProps = {
  /** What the filter and the search leave. */
  groups: readonly PupilGroup[]
  current: number | undefined
  corrected: number
  total: number
  to: (userId: number) => string
  step: (by: 1 | -1) => void
  find: Parameters<typeof PupilFind>[0]
}

/** Who handed in and who did not. Only the rows in sight are drawn, and the one that is chosen. */
export function PupilList({ groups, current, corrected, total, to, step, find }: PupilListProps) {
  // The virtualizer is the same object at every render and answers anew: remembered, the list would stand still.
  'use no memo'
  const t = useT('desk')
  const scroller = useRef<HTMLDivElement>(null)
  const rows = rowsOf(groups)
  const { height, shown } = useVirtualRows(scroller, rows, current)
  return (
    <div className={styles.frame}>
      <div className={styles.progress}>
        <p>{t.rich('correctedRich', { count: corrected, total, b: text => <b>{text}</b> })}</p>
        <span className={styles.meter} aria-hidden>
          <i style={{ width: `${total === 0 ? 0 : (corrected / total) * 100}%` }} />
        </span>
      </div>
      <PupilFind {...find} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it take the focus; arrows go between them. */}
      <div
        ref={scroller}
        className={styles.scroll}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          step(event.key === 'ArrowDown' ? 1 : -1)
        }}
      >
        {rows.length === 0 && (
          <p className={styles.nobody} role="status">
            {t('list.nobody')}
          </p>
        )}
        <div className={styles.rows} style={{ height }}>
          {groups.map(({ standing, pupils }) => {
            const place = shown.get(standing)
            if (!place) return null
            return (
              <section key={standing} aria-label={t(`list.groups.${standing}`)}>
                <h2 style={place}>
                  <span>{t(`list.groups.${standing}`)}</span>
                  <span>{pupils.length}</span>
                </h2>
                <ul>
                  {pupils.map((pupil, at) => {
                    const place = shown.get(pupil.id)
                    if (!place) return null
                    return (
                      <li key={pupil.id} style={place} aria-posinset={at + 1} aria-setsize={pupils.length}>
                        <PupilRow pupil={pupil} to={to(pupil.id)} current={pupil.id === current} />
                      </li>
                    )
                  })}
                </ul>
              </section>
            )
          })}
        </div>
      </div>
    </div>
  )
}
