import { Button, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { usePeople } from '../../access/people/people.ts'
import { CoverAccessItems } from './CoverAccessItems.tsx'
import styles from './CoverSheet.module.css'
import { coverGrantWrite, coverLane, coverLanePrefix, getEndOfDay } from './coverGrants.ts'
import { type CoverItem, useCoverAccess } from './useCoverAccess.ts'

type CoverAccessProps = {
  date: string
  items: readonly CoverItem[]
  colleagueId: number | undefined
  onChoose: (colleague: { id: number; name: string } | undefined) => void
}

/** Gives a colleague Read access to the homework and files of the sheet. */
export function CoverAccess({ date, items, colleagueId, onChoose }: CoverAccessProps) {
  const t = useT('cover')
  const tPeople = useT('people')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const { id: ownId } = useCurrentUser()
  const { writes } = useOutbox()
  const field = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(colleagueId !== undefined)
  const people = usePeople(undefined, isUsed)
  const colleagues = new Map(
    [...people.all].filter(([id, { isTeacher }]) => id !== ownId && isTeacher !== false),
  )
  const [isSending, setSending] = useState(false)
  const [hasStorageError, setStorageError] = useState(false)
  const { states, isLoading, endsItself } = useCoverAccess(items, colleagueId, date)
  const nameOf = (id: number) => people.all.get(id)?.name ?? tPeople('byNumber', { id: String(id) })
  const toGive = items.filter((_, index) => states[index]?.kind === 'toGive')
  const isPending = states.some(({ kind }) => kind === 'write')

  const give = async (id: number) => {
    if (isSending || toGive.length === 0 || endsItself === undefined) return
    setSending(true)
    setStorageError(false)
    const entries = toGive.map(({ resource, title }) => ({
      input: {
        body: {
          resource_ids: { [resource.field]: resource.id },
          target_ids: { user_id: id },
          is_write: false,
          is_admin: false,
          ...(endsItself && { expires_at: getEndOfDay(date, timeZone) }),
        },
      },
      lane: coverLane(date, id, resource),
      group: coverLanePrefix(date),
      base: { colleague: { id, name: nameOf(id) }, title, date, endsItself },
    }))
    await writes.add(coverGrantWrite, ...entries).catch(() => setStorageError(true))
    setSending(false)
  }

  return (
    <section className={styles.access} aria-labelledby="cover-access">
      <h2 id="cover-access">{t('access.title')}</h2>
      <Text c="dimmed" size="sm">
        {t('access.lead')}
      </Text>
      <PeoplePicker
        ref={field}
        label={t('access.colleague')}
        people={{ ...people, all: colleagues }}
        selected={colleagueId === undefined ? [] : [{ kind: 'person', id: colleagueId }]}
        nameOf={nameOf}
        getTakenReason={() => undefined}
        onSelect={keys => {
          const id = keys.at(-1)?.id
          onChoose(id === undefined ? undefined : { id, name: nameOf(id) })
        }}
        onFocus={() => setUsed(true)}
      />
      {items.length === 0 && <Text size="sm">{t('access.nothing')}</Text>}
      {colleagueId !== undefined && items.length > 0 && (
        <Stack gap="sm">
          <CoverAccessItems items={items} states={states} />
          {endsItself === false && (
            <Notice tone="warn">{t('access.noEnd', { day: format.day(date) })}</Notice>
          )}
          {hasStorageError && (
            <Notice tone="danger" role="alert">
              {t('access.notStored')}
            </Notice>
          )}
          <Text size="sm" c="dimmed" role="status">
            {toGive.length > 0
              ? t('access.requests', { count: toGive.length })
              : !isLoading && !isPending && t('access.nothingToGive', { name: nameOf(colleagueId) })}
          </Text>
          {toGive.length > 0 && endsItself !== undefined && (
            <Button
              variant="filled"
              className={styles.give ?? ''}
              aria-disabled={isSending}
              onClick={() => void give(colleagueId)}
            >
              {endsItself ? t('access.giveUntil', { day: format.day(date) }) : t('access.give')}
            </Button>
          )}
        </Stack>
      )}
    </section>
  )
}
