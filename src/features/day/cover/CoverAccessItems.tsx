import { IconFile, IconNotebook } from '@tabler/icons-react'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { EntryStatus } from '../../unsent/EntryStatus.tsx'
import { ClassBadge } from '../ClassBadge.tsx'
import styles from './CoverSheet.module.css'
import type { CoverItem, ItemState } from './useCoverAccess.ts'

type CoverAccessItemsProps = { items: readonly CoverItem[]; states: readonly ItemState[] }

/** The homework and files with the colleague's access, and the result of each request. */
export function CoverAccessItems({ items, states }: CoverAccessItemsProps) {
  const t = useT('cover')
  return (
    <ul className={styles.items} aria-label={t('access.items')}>
      {items.map((item, index) => (
        <Item
          key={`${item.resource.field}.${item.resource.id}`}
          item={item}
          state={states[index] ?? { kind: 'loading' }}
        />
      ))}
    </ul>
  )
}

function Item({ item, state }: { item: CoverItem; state: ItemState }) {
  const t = useT('cover')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const describeState = () => {
    if (state.kind === 'entry') return <EntryStatus entry={state.entry} />
    if (state.kind !== 'has') return t(`access.state.${state.kind}`)
    if (state.until === undefined) return t('access.state.has')
    return t('access.state.hasUntil', { day: format.day(getLastDay(state.until, timeZone)) })
  }
  return (
    <li>
      {item.resource.field === 'file_id' ? <IconFile aria-hidden /> : <IconNotebook aria-hidden />}
      <span className={styles.itemText}>
        <ClassBadge name={item.className} /> <bdi>{sanitizeName(item.title)}</bdi>
        <span className={styles.itemState}>{describeState()}</span>
      </span>
    </li>
  )
}

/** The day that ends at this time, if it is midnight. */
const getLastDay = (end: string, timeZone: string) => toSchoolDay(Date.parse(end) - 1, timeZone)
