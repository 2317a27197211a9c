import { Button, Group } from '@mantine/core'
import { IconFile, IconNotebook } from '@tabler/icons-react'
import { formatError } from '../../../i18n/formatError.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { getRefusalText } from '../../../outbox/queue/requestErrors.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
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
  const describeWrite = useDescribeWrite()
  const { timeZone } = useSchoolTime()
  const { writes } = useOutbox()
  const { run, storageError } = useStoredAction()
  const name = sanitizeName(item.title)
  const describeState = () => {
    if (state.kind === 'write') return describeWrite(state.write)
    if (state.kind !== 'has') return t(`access.state.${state.kind}`)
    if (state.until === undefined) return t('access.state.has')
    return t('access.state.hasUntil', { day: format.day(getLastDay(state.until, timeZone)) })
  }
  const blocked =
    state.kind === 'write' && ['failed', 'uncertain'].includes(state.write.state) ? state.write : undefined
  return (
    <li>
      {item.resource.field === 'file_id' ? <IconFile aria-hidden /> : <IconNotebook aria-hidden />}
      <span className={styles.itemText}>
        <ClassBadge name={item.className} /> <bdi>{name}</bdi>
        <span className={styles.itemState}>{describeState()}</span>
        {blocked && (
          <Group gap="xs" mt="xs">
            <Button
              size="sm"
              aria-label={t('access.retrySaid', { name })}
              onClick={() => run(() => writes.retry(blocked.id))}
            >
              {t('access.retry')}
            </Button>
            <Button
              size="sm"
              variant="subtle"
              aria-label={t('access.discardSaid', { name })}
              onClick={() => run(() => writes.cancel(blocked.id))}
            >
              {t('access.discard')}
            </Button>
          </Group>
        )}
        {storageError}
      </span>
    </li>
  )
}

/** The day that ends at this time, if it is midnight. */
const getLastDay = (end: string, timeZone: string) => toSchoolDay(Date.parse(end) - 1, timeZone)

function useDescribeWrite(): (write: Write) => string {
  const t = useT('cover')
  const tErrors = useT('errors')
  const format = useFormat()
  return ({ state, error }) => {
    if (state === 'failed' && error) {
      const refusal = getRefusalText(error)
      const reason = refusal === undefined ? formatError(error, tErrors, format.time) : sanitizeName(refusal)
      return t('access.state.rejected', { reason })
    }
    return t(`access.state.${state === 'sending' || state === 'uncertain' ? state : 'waiting'}`)
  }
}
