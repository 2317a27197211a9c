import { Button, Stack, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useHref } from 'react-router'
import { permissions } from '../../../contract/permissions.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { step } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { usePeople } from '../../access/people/people.ts'
import { useOpenChatWith } from '../../homework/pupils/useOpenChatWith.ts'
import { CoverAccessItems } from './CoverAccessItems.tsx'
import styles from './CoverSheet.module.css'
import { coverLane, getEndOfDay } from './coverGrants.ts'
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
  const { entries } = useDelivery()
  const field = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(colleagueId !== undefined)
  const people = usePeople(undefined, isUsed)
  const colleagues = new Map(
    [...people.all].filter(([id, { isTeacher }]) => id !== ownId && isTeacher !== false),
  )
  const [isSending, setSending] = useState(false)
  const { run, storageError } = useStoredAction()
  const states = useCoverAccess(items, colleagueId, date)
  const nameOf = (id: number) => people.all.get(id)?.name ?? tPeople('byNumber', { id: String(id) })
  const toGive = items.filter((_, index) => states[index]?.kind === 'toGive')
  const readable = items.filter((_, index) => ['has', 'member'].includes(states[index]?.kind ?? ''))

  const give = (id: number) => {
    if (isSending || toGive.length === 0) return
    setSending(true)
    const newEntries = toGive.map(({ resource, title }) => ({
      lane: coverLane(date, id, resource),
      title: t('access.entry', { name: nameOf(id), title: sanitizeName(title) }),
      path: paths.coverSheet({ date }),
      steps: [
        step(permissions.create, {
          body: {
            resource_ids: { [resource.field]: resource.id },
            target_ids: { user_id: id },
            is_write: false,
            is_admin: false,
            expires_at: getEndOfDay(date, timeZone),
          },
        }),
      ],
      isBulk: true as const,
    }))
    run(() => entries.add(newEntries).finally(() => setSending(false)))
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
          {storageError}
          <Text size="sm" c="dimmed" role="status">
            {toGive.length > 0
              ? t('access.requests', { count: toGive.length })
              : readable.length === items.length && t('access.nothingToGive', { name: nameOf(colleagueId) })}
          </Text>
          {toGive.length > 0 && (
            <Button
              variant="filled"
              className={styles.give ?? ''}
              aria-disabled={isSending}
              onClick={() => give(colleagueId)}
            >
              {t('access.giveUntil', { day: format.day(date) })}
            </Button>
          )}
          {readable.length > 0 && (
            <WriteToColleague
              colleague={{ id: colleagueId, name: nameOf(colleagueId) }}
              date={date}
              items={readable}
            />
          )}
        </Stack>
      )}
    </section>
  )
}

type WriteToColleagueProps = {
  colleague: { id: number; name: string }
  date: string
  items: readonly CoverItem[]
}

/** Opens the chat with the colleague, with the links in its field. The user sends it. */
function WriteToColleague({ colleague, date, items }: WriteToColleagueProps) {
  const t = useT('cover')
  const format = useFormat()
  const { isSearching, open } = useOpenChatWith()
  const base = useHref('/')
  const day = format.day(date)
  const toLine = ({ resource: { field, id }, courseId, className, title }: CoverItem) => {
    const path =
      field === 'todo_id' ? paths.task(courseId, id) : paths.files(courseId, 0, { file: String(id) })
    return `${className} ${title}: ${location.origin}${base.replace(/\/$/, '')}${path}`
  }
  return (
    <Button
      leftSection={<IconMessage aria-hidden />}
      aria-disabled={isSearching}
      onClick={() =>
        open({
          userIds: [colleague.id],
          name: t('access.chatName', { day }),
          message: [t('access.message', { day }), ...items.map(toLine)].join('\n'),
        })
      }
    >
      {t('access.write', { name: colleague.name })}
    </Button>
  )
}
