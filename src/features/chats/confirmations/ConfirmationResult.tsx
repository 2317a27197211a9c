import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { query } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import type { Message } from '../../../contract/messages.ts'
import { permissions } from '../../../contract/permissions.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FunnelBar } from '../../../ui/FunnelBar.tsx'
import { permissionQueryOptions } from '../Audience.tsx'
import { PeoplePopover } from '../message/PeoplePopover.tsx'
import styles from './Confirmation.module.css'
import {
  type ChatPerson,
  type ConfirmOption,
  getChatPeople,
  getClassIds,
  getConfirmations,
} from './confirmation.ts'
import { ExportConfirmations } from './ExportConfirmations.tsx'
import { RemindPeople } from './RemindPeople.tsx'

type ConfirmationResultProps = { message: Message; option: ConfirmOption; chat: Chat }

/** Shows the sender the people who have confirmed, and those who have not. */
export function ConfirmationResult({ message, option, chat }: ConfirmationResultProps) {
  const t = useT('confirmations')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const access = useQuery({
    ...query(permissions.list, { chat_id: chat.id }, { priority: 'background' }),
    ...permissionQueryOptions,
  })
  const classIds = getClassIds(access.data?.rows ?? [])
  const classes = useQueries({
    queries: classIds.map(course_id => ({
      ...query(courses.members, { course_id }, { priority: 'background' }),
      ...permissionQueryOptions,
    })),
    combine: results => results.map(({ data, isPending }) => ({ rows: data?.rows, isPending })),
  })
  const isLoading = access.isPending || classes.some(({ isPending }) => isPending)
  const membersOf = (courseId: number) => classes[classIds.indexOf(courseId)]?.rows
  const getPeople = () => {
    if (isLoading) return 'loading'
    return access.data ? getChatPeople(access.data, membersOf) : 'unavailable'
  }
  const confirmations = getConfirmations({
    option,
    senderId: message.user.id,
    people: getPeople(),
    memberCount: chat.member_count,
    timeZone,
    language: useLocale(),
  })
  const { count, all, confirmed, missing, lastAt } = confirmations
  const counts =
    count === undefined
      ? t('result.unknown')
      : all === undefined
        ? t('result.count', { count })
        : t('result.of', { count: format.number(count), all: format.number(all) })
  const formatName = ({ name, at }: ChatPerson & { at?: number | undefined }) => (
    <>
      <bdi translate="no">{name}</bdi>
      {at !== undefined && (
        <Text span size="sm" c="dimmed">
          {' '}
          {format.moment(at, now)}
        </Text>
      )}
    </>
  )
  return (
    <div className={styles.result}>
      <div className={styles.counts}>
        {confirmed && confirmed.length > 0 ? (
          <PeopleButton
            label={counts}
            title={t('result.confirmedCount', { count: format.number(confirmed.length) })}
            description={t('result.showConfirmed')}
            people={confirmed}
            renderPerson={formatName}
          />
        ) : (
          <Text fw={600}>{counts}</Text>
        )}
        {lastAt !== undefined && (
          <Text span size="sm" c="dimmed">
            {t('result.last', { time: format.moment(lastAt, now) })}
          </Text>
        )}
      </div>
      {count !== undefined && all !== undefined && all > 0 && <FunnelBar parts={[count / all]} />}
      {count !== undefined && !confirmed && <Note>{t('result.noNames')}</Note>}
      {missing === 'loading' && <Note>{t('result.peopleLoading')}</Note>}
      {missing === 'unavailable' && <Note>{t('result.peopleUnknown')}</Note>}
      {missing === 'groups' && <Note>{t('result.groups')}</Note>}
      {typeof missing === 'object' &&
        (missing.length > 0 ? (
          <MissingPeople people={missing} />
        ) : (
          <Note>{t(all === 0 ? 'result.nobodyElse' : 'result.everyone')}</Note>
        ))}
      {confirmed && all !== 0 && (
        <Group gap="sm" mt="md">
          {typeof missing === 'object' && missing.length > 0 && (
            <RemindPeople message={message} chat={chat} people={missing} />
          )}
          {(confirmed.length > 0 || typeof missing === 'object') && (
            <ExportConfirmations message={message} confirmations={confirmations} />
          )}
        </Group>
      )}
    </div>
  )
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" mt="xs">
    {children}
  </Text>
)

/** More names are in a popover, because a school has hundreds. */
const maxNames = 12

function MissingPeople({ people }: { people: readonly ChatPerson[] }) {
  const t = useT('confirmations')
  const format = useFormat()
  const title = t('result.missing', { count: format.number(people.length) })
  const shown = people.length <= maxNames ? people : people.slice(0, maxNames - 2)
  return (
    <div className={styles.names}>
      <Text span inherit c="dimmed">
        {title}
      </Text>
      <div>
        <ul aria-label={title}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <bdi translate="no">{name}</bdi>
            </li>
          ))}
        </ul>
        {shown.length < people.length && (
          <PeopleButton
            label={t('result.showMissing', { count: format.number(people.length) })}
            title={title}
            people={people}
            renderPerson={({ name }) => <bdi translate="no">{name}</bdi>}
          />
        )}
      </div>
    </div>
  )
}

type PeopleButtonProps<Person extends ChatPerson> = {
  label: string
  /** Title of the list. */
  title: string
  /** Tooltip. */
  description?: string
  people: readonly Person[]
  renderPerson: (person: Person) => ReactNode
}

function PeopleButton<Person extends ChatPerson>(props: PeopleButtonProps<Person>) {
  const { label, title, description, people, renderPerson } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <UnstyledButton
        ref={button}
        variant="link"
        c="inherit"
        py="xs"
        my="-0.25rem"
        fw={description ? 600 : undefined}
        ta="start"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={description}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </UnstyledButton>
      {isOpen && (
        <PeoplePopover title={title} anchor={() => button.current} close={close}>
          {people.map(person => (
            <Box component="li" key={person.id} style={{ overflowWrap: 'anywhere' }}>
              {renderPerson(person)}
            </Box>
          ))}
        </PeoplePopover>
      )}
    </>
  )
}
