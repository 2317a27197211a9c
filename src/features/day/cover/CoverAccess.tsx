import { Button, Stack, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useHref } from 'react-router'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { usePeople } from '../../access/people/people.ts'
import { useOpenChatWith } from '../../homework/pupils/useOpenChatWith.ts'
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
  const states = useCoverAccess(items, colleagueId, date)
  const nameOf = (id: number) => people.all.get(id)?.name ?? tPeople('byNumber', { id: String(id) })
  const toGive = items.filter((_, index) => states[index]?.kind === 'toGive')
  const readable = items.filter((_, index) => ['has', 'member'].includes(states[index]?.kind ?? ''))

  const give = async (id: number) => {
    if (isSending || toGive.length === 0) return
    setSending(true)
    setStorageError(false)
    const entries = toGive.map(({ resource, title }) => ({
      input: {
        body: {
          resource_ids: { [resource.field]: resource.id },
          target_ids: { user_id: id },
          is_write: false,
          is_admin: false,
          expires_at: getEndOfDay(date, timeZone),
        },
      },
      lane: coverLane(date, id, resource),
      group: coverLanePrefix(date),
      base: { colleague: { id, name: nameOf(id) }, title, date },
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
          {hasStorageError && (
            <Notice tone="danger" role="alert">
              {t('access.notStored')}
            </Notice>
          )}
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
              onClick={() => void give(colleagueId)}
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
