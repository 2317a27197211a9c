import { Box, Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { AccessOf } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { useUrlText } from '../../../ui/useUrlText.ts'
import { AccessQuestionDialog } from '../AccessQuestionDialog.tsx'
import { type GrantWords, useGrantWords } from '../accessWords.ts'
import { useContentWords } from '../contentWords.ts'
import { isPerson, roleOf } from '../grants.ts'
import type { KnownPerson } from '../people.ts'
import type { AccessWrites } from '../permissionWrites.ts'
import { type AccessQuestion, useAccessRequests } from '../useAccessRequests.ts'
import type { AccessAddress } from './accessAddress.ts'
import { itemKey } from './accessItems.ts'
import styles from './ClassAccess.module.css'
import { factsOf, type ItemAccess, isOnlyAdmin, matching, type Person } from './classAccessModel.ts'
import { HeldList } from './HeldList.tsx'
import { HeldRow } from './HeldRow.tsx'
import { useItemWords } from './ItemMark.tsx'
import { LeaveNotice } from './LeaveNotice.tsx'
import { PersonPicture } from './PeoplePane.tsx'
import { RequestProblems } from './RequestProblems.tsx'

type PersonDetailProps = {
  courseId: number
  person: Person
  /** All items of the class. */
  items: readonly ItemAccess[]
  people: ReadonlyMap<number, KnownPerson>
  address: AccessAddress
  change: (to: Partial<AccessAddress>) => void
  writesOf: (of: AccessOf) => AccessWrites
  /** Called with a message when an item was deleted or the user has lost their own access. */
  gone: (said: string) => void
}

/** With more items than this, they have a search field on phones. */
const readable = 15

/** A person's items by kind with their roles, and what would be lost if the person left. */
export function PersonDetail(props: PersonDetailProps) {
  const { courseId, person, items, people, address, change, writesOf, gone } = props
  const t = useT('classAccess')
  const tAccess = useT('access')
  const words = useGrantWords(people)
  const [said, setSaid] = useState('')
  const only = factsOf(person).only
  const filtered = address.onlyAdmin ? person.held.filter(isOnlyAdmin) : person.held
  const shown = matching(filtered, address.within, ({ item }) => item.folded)
  const { nameOf } = useItemWords()
  /** Item whose removed access was restored last. */
  const [restored, setRestored] = useState<AccessOf>()
  const accessOf = (of: AccessOf) => items.find(({ item }) => item.key === itemKey(of.field, of.id))
  const requests = useAccessRequests({
    rowsOf: of => accessOf(of)?.grants ?? [],
    writesOf,
    onLeft(of) {
      const found = accessOf(of)
      gone(tAccess('gone.left', { name: found ? nameOf(found.item) : '' }))
    },
    onDone: (request, grant) =>
      setSaid(
        grant && request.kind === 'change'
          ? tAccess('changed', { name: words.nameOf(grant), role: tAccess(`role.${roleOf(request.flags)}`) })
          : tAccess('gave', { count: 1 }),
      ),
  })
  const { question, removed } = requests
  const asked = question && accessOf(question.of)
  const notRestored =
    restored &&
    !person.held.some(({ item }) => item.key === itemKey(restored.field, restored.id)) &&
    accessOf(restored)
  const name = person.name || t('unnamed.person')
  const { text, setText } = useUrlText(address.within, within => change({ within }))
  return (
    <HeldList
      label={name}
      rows={shown}
      row={held => (
        <HeldRow
          held={held}
          words={words}
          writes={writesOf(held.item.of)}
          ask={request => {
            setSaid('')
            requests.ask(held.item.of, request)
          }}
        />
      )}
    >
      <Group component="header" gap="md" wrap="nowrap">
        <span className={styles.face}>
          <PersonPicture person={person} />
        </span>
        <Box miw={0}>
          <Text component="h2" className={styles.title ?? ''} truncate>
            <bdi translate="no">{name}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {t(`summary.${person.userId === undefined ? 'group' : person.kind}`, {
              count: person.held.length,
            })}
          </Text>
        </Box>
      </Group>
      <LeaveNotice person={person} name={name} people={people} words={words} writesOf={writesOf} />
      {person.held.length > 0 && (
        <div className={styles.tools} data-few={person.held.length <= readable || undefined}>
          <SegmentedControl
            aria-label={t('filter.label')}
            value={address.onlyAdmin ? 'admin' : 'all'}
            onChange={value => change({ onlyAdmin: value === 'admin' })}
            data={[
              { value: 'all', label: <Counted text={t('filter.all')} count={person.held.length} /> },
              { value: 'admin', label: <Counted text={t('filter.onlyAdmin')} count={only} /> },
            ]}
          />
          <Box className={styles.within ?? ''}>
            <SearchField
              label={t('filter.within')}
              value={text}
              onTextChange={setText}
              onEscape={field => field.blur()}
            />
          </Box>
        </div>
      )}
      <div role="status">
        {removed && (
          <Notice
            tone="ok"
            {...(isPerson(removed.grant.target) && {
              action: {
                label: tAccess('giveBack'),
                run: () => {
                  setRestored(removed.of)
                  requests.restore()
                },
              },
            })}
          >
            {tAccess('removed', { name: words.nameOf(removed.grant) })}
          </Notice>
        )}
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {notRestored && (
        <RequestProblems
          item={notRestored.item}
          about={`person ${person.userId}`}
          rows={notRestored.grants}
          words={words}
          writes={writesOf(notRestored.item.of)}
          ask={request => requests.ask(notRestored.item.of, request)}
        />
      )}
      {person.held.length === 0 && <Text c="dimmed">{t('facts.noneLead')}</Text>}
      {person.held.length > 0 && shown.length === 0 && <Text c="dimmed">{t('nothing.items')}</Text>}
      {question && asked && (
        <ItemQuestion
          key={asked.item.key}
          {...{ question, courseId, words, people, gone }}
          rows={asked.grants}
          writes={writesOf(question.of)}
          close={requests.closeQuestion}
          run={request => void requests.run(question.of, request)}
        />
      )}
    </HeldList>
  )
}

const Counted = ({ text, count }: { text: string; count: number }) => (
  <>
    {text} <span className={styles.count}>{count}</span>
  </>
)

type ItemQuestionProps = Omit<Parameters<typeof AccessQuestionDialog>[0], 'content'> & {
  courseId: number
  question: AccessQuestion
  words: GrantWords
}

/** The dialog, with the name and the kind of the item. They are fetched only while it is open. */
function ItemQuestion({ courseId, ...dialog }: ItemQuestionProps) {
  const content = useContentWords(dialog.question.of, courseId)
  return <AccessQuestionDialog {...dialog} content={content} />
}
