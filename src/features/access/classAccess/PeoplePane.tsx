import { Avatar, Box, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useIsWide } from '../../../ui/layout/screenSize.ts'
import type { ListGroup } from '../../../ui/list/GroupedList.tsx'
import { ListPane } from '../../../ui/list/ListPane.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import {
  countRoles,
  filterByText,
  type Person,
  type PersonKind,
  personKinds,
  type RoleCounts,
} from './classAccessModel.ts'
import { type PaneProps, PaneRow } from './PaneRow.tsx'
import { usePersonName } from './usePersonName.ts'

/** People without an admin role are folded. */
export function PeoplePane({ people, ...pane }: PaneProps & { people: readonly Person[] }) {
  const t = useT('classAccess')
  const [expanded, setExpanded] = useState<ReadonlySet<PersonKind>>(new Set())
  const { search, chosen } = pane
  const matches = filterByText(people, search.text, person => person.foldedName)
  const isFound = search.text.trim() !== ''
  const groups = personKinds.flatMap((kind): ListGroup<Person>[] => {
    const all = matches.filter(person => person.kind === kind)
    if (all.length === 0) return []
    const group = { id: kind, title: t(`people.${kind}`), count: all.length }
    const admins = all.filter(person => countRoles(person).admin > 0)
    const otherCount = all.length - admins.length
    if (isFound || otherCount === 0) return [{ ...group, rows: all }]
    const isExpanded = expanded.has(kind)
    const toggle = () => {
      const next = new Set(expanded)
      if (!next.delete(kind)) next.add(kind)
      setExpanded(next)
    }
    return [
      {
        ...group,
        // The chosen person is never hidden.
        rows: isExpanded ? all : all.filter(person => admins.includes(person) || person.key === chosen),
        expander: {
          label: t(isExpanded ? 'fold.hide' : admins.length > 0 ? 'fold.more' : 'fold.all', {
            count: otherCount,
          }),
          isExpanded,
          toggle,
        },
      },
    ]
  })
  return (
    <ListPane
      label={t('people.label')}
      header={pane.header}
      search={{ label: t('people.search'), ...search }}
      groups={groups}
      selectedKey={chosen}
      scrollPosition={pane.scrollPosition}
      empty={pane.empty}
    >
      {(person, row) => (
        <PaneRow key={person.key} {...row} to={pane.getLink(person)} onOpen={pane.onOpen}>
          <PersonRow person={person} />
        </PaneRow>
      )}
    </ListPane>
  )
}

function PersonRow({ person }: { person: Person }) {
  const t = useT('classAccess')
  const isOwn = person.userId === useCurrentUser().id
  const nameOf = usePersonName()
  const counts = countRoles(person)
  const getCountsText = useCountsText()
  const isWide = useIsWide(minWidth)
  return (
    <>
      <PersonPicture person={person} />
      <Box miw={0}>
        <Text fw={500} truncate>
          <bdi translate="no">{nameOf(person)}</bdi>
          {isOwn && (
            <Text span inherit fw={400} c="dimmed">
              , {t('you')}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" truncate title={getCountsText(counts, true)}>
          {getCountsText(counts, isWide)}
        </Text>
      </Box>
    </>
  )
}

export function PersonPicture({ person: { userId, name } }: { person: Person }) {
  if (userId !== undefined) return <PersonAvatar name={name} />
  return (
    <Avatar component="span">
      <IconUsers />
    </Avatar>
  )
}

/** In em. In a narrower window, the sentence about the only admin would lose its end (`ClassAccess.module.css`). */
const minWidth = 72

function useCountsText(): (counts: RoleCounts, isWide: boolean) => string {
  const t = useT('classAccess')
  return ({ admin, onlyAdmin, write, read }, isWide) => {
    const onlyAdminKey = isWide ? 'facts.onlyAdmin' : 'facts.onlyAdminShort'
    if (admin > 0) return t(onlyAdmin > 0 ? onlyAdminKey : 'facts.admin', { admin, only: onlyAdmin })
    if (write > 0) return t(read > 0 ? 'facts.writeRead' : 'facts.write', { write, read })
    return read > 0 ? t('facts.read', { read }) : t('facts.none')
  }
}
