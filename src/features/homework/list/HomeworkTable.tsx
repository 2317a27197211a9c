import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FunnelKey } from '../../../ui/FunnelBar.tsx'
import styles from './HomeworkTable.module.css'
import { HomeworkTableRow } from './HomeworkTableRow.tsx'
import type { HomeworkGroup } from './homeworkGroups.ts'
import type { Funnels } from './useFunnels.ts'
import { type HomeworkAddress, isPastOpen } from './useHomeworkAddress.ts'
import type { HomeworkList } from './useHomeworkList.ts'

/** Rows of one group that are drawn at once; more on demand. A thousand would take a second on a phone. */
const page = 50

const steps = [
  ['seen', 1],
  ['handedIn', 2],
  ['corrected', 3],
] as const

/** The homework in its groups. */
export function HomeworkTable(props: HomeworkContentProps) {
  const { courseId, groups, funnels, address, today, fromList, list, onChange, onDrawn } = props
  const t = useT('homework')
  const format = useFormat()
  const [limits, setLimits] = useState<Record<string, number>>({})
  const foldable = address.find.trim() === ''
  const parts = groups.map(group => {
    const key = keyOf(group)
    const folded = group.kind === 'past' && !isPastOpen(address)
    const rows = folded ? [] : group.rows.slice(0, limits[key] ?? page)
    return { group, key, folded, rows, left: folded ? 0 : group.rows.length - rows.length }
  })
  const drawn = parts.map(part => `${part.key}: ${part.rows.map(row => row.homework.id).join()}`).join('; ')
  useEffect(() => {
    onDrawn(drawn)
  }, [drawn, onDrawn])
  const counts = groups.some(group => group.rows.some(row => row.correctable))
  const pupils = pupilsCounted(funnels)

  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{t('title')}</VisuallyHidden>
      </caption>
      <colgroup>
        <col className={styles.subjectColumn} />
        <col />
        <col className={styles.dueColumn} />
        {counts && (
          <>
            <col className={styles.barColumn} />
            <col className={styles.numberColumn} />
            <col className={styles.numberColumn} />
            <col className={styles.numberColumn} />
            <col className={styles.actionColumn} />
          </>
        )}
      </colgroup>
      {parts.map(({ group, key, folded, rows, left }, at) => (
        <tbody key={key} data-folded={folded ? '' : undefined}>
          <tr className={styles.group}>
            <th colSpan={2} scope="rowgroup">
              {group.kind === 'past' && foldable ? (
                <h2>
                  <UnstyledButton
                    className={styles.fold}
                    aria-expanded={!folded}
                    onClick={() => onChange({ ...address, past: folded })}
                  >
                    {folded ? <IconChevronRight aria-hidden /> : <IconChevronDown aria-hidden />}
                    {nameOf(group)} <span>{format.number(group.rows.length)}</span>
                  </UnstyledButton>
                </h2>
              ) : (
                <h2>
                  {nameOf(group)} <span>{format.number(group.rows.length)}</span>
                </h2>
              )}
            </th>
            {at === 0 && !folded ? (
              <>
                <th scope="col">{t('column.due')}</th>
                {counts && (
                  <>
                    <th scope="col">
                      {pupils === undefined ? t('column.ofClass') : t('column.of', { count: pupils })}
                    </th>
                    {steps.map(([step, place]) => (
                      <th key={step} scope="col" className={styles.number}>
                        <FunnelKey step={place} />
                        {t(`column.${step}`)}
                      </th>
                    ))}
                    <td />
                  </>
                )}
              </>
            ) : (
              <td colSpan={counts ? 6 : 1} />
            )}
          </tr>
          {rows.map(row => (
            <HomeworkTableRow
              key={row.homework.id}
              row={row}
              courseId={courseId}
              today={today}
              funnel={funnels.get(row.homework.id)}
              counts={counts}
              fromList={fromList}
              onForget={list.byNumber?.forget}
            />
          ))}
          {left > 0 && (
            <tr className={styles.more}>
              <td colSpan={counts ? 8 : 3}>
                <Button
                  variant="subtle"
                  onClick={() => setLimits({ ...limits, [key]: (limits[key] ?? page) + page })}
                >
                  {t('more', { count: Math.min(left, page), left: format.number(left) })}
                </Button>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )

  function nameOf(group: HomeworkGroup): string {
    if (group.kind !== 'subject') return t(`group.${group.kind}`)
    return group.subject.name || t('subjectNumber', { id: String(group.subject.id) })
  }
}

const keyOf = (group: HomeworkGroup) =>
  group.kind === 'subject' ? `subject ${group.subject.id}` : group.kind

/** How many pupils the class has, by the funnels; `undefined` while none is known or when they disagree. */
function pupilsCounted(funnels: Funnels): number | undefined {
  let pupils: number | undefined
  for (const funnel of funnels.values()) {
    if (funnel === 'failed') continue
    if (pupils !== undefined && pupils !== funnel.of) return undefined
    pupils = funnel.of
  }
  return pupils
}

/** What is shown of the list, and how it is changed. */
export type HomeworkContentProps = {
  courseId: number
  list: HomeworkList
  groups: readonly HomeworkGroup[]
  /** How many there are without the filter. */
  all: number
  funnels: Funnels
  address: HomeworkAddress
  today: string
  mayWrite: boolean
  fromList: { list: string }
  onChange: (to: HomeworkAddress) => void
  /** Told whenever other rows are drawn. */
  onDrawn: (key: string) => void
}
