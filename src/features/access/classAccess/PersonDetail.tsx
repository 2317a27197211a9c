import { Box, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { ContentRef } from '../../../paths.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { SegmentedRadios } from '../../../ui/inputs/SegmentedRadios.tsx'
import { useUrlText } from '../../../ui/useUrlText.ts'
import { useGrantTexts } from '../accessTexts.ts'
import { useContentInfo } from '../contentInfo.ts'
import type { KnownPerson } from '../people/people.ts'
import { type AccessWrites, getTargetKey } from '../permissionWrites.ts'
import { AccessRequestStatus, ConfirmRequestDialog, useAccessRequests } from '../useAccessRequests.tsx'
import type { AccessAddress } from './accessAddress.ts'
import { itemKey } from './accessItems.ts'
import styles from './ClassAccess.module.css'
import { countRoles, filterByText, type ItemAccess, isOnlyAdmin, type Person } from './classAccessModel.ts'
import { useItemTexts } from './ItemMark.tsx'
import { LeaveNotice } from './LeaveNotice.tsx'
import { PersonPicture } from './PeoplePane.tsx'
import { PersonItemRow, PersonItems, RequestProblems } from './PersonItems.tsx'
import { usePersonName } from './usePersonName.ts'

type PersonDetailProps = {
  courseId: number
  person: Person
  items: readonly ItemAccess[]
  people: ReadonlyMap<number, KnownPerson>
  address: AccessAddress
  changeAddress: (changes: Partial<AccessAddress>) => void
  getWrites: (resource: ContentRef) => AccessWrites
  onAccessLost: (message: string) => void
}

const maxItemsWithoutSearch = 15

export function PersonDetail(props: PersonDetailProps) {
  const { courseId, person, items, people, address, changeAddress, getWrites, onAccessLost } = props
  const t = useT('classAccess')
  const tAccess = useT('access')
  const { nameOf } = useItemTexts()
  const grantTexts = useGrantTexts(people)
  const filteredItems = address.onlyAdmin ? person.items.filter(isOnlyAdmin) : person.items
  const visibleItems = filterByText(filteredItems, address.itemSearch, ({ item }) => item.foldedName)
  const findItem = ({ field, id }: ContentRef) => items.find(({ item }) => item.key === itemKey(field, id))
  const requests = useAccessRequests({
    getRows: resource => findItem(resource)?.grants ?? [],
    getWrites,
    grantTexts,
    people,
    onOwnAccessRemoved(resource) {
      const found = findItem(resource)
      onAccessLost(tAccess('gone.left', { name: found ? nameOf(found.item) : '' }))
    },
  })
  const { confirmation, removed } = requests
  const itemToConfirm = confirmation && findItem(confirmation.resource)
  const [restoring, setRestoring] = useState<ContentRef>()
  const restoringItem = restoring && findItem(restoring)
  const isRestored = person.items.some(({ item }) => item.key === restoringItem?.item.key)
  const name = usePersonName()(person)
  const { text, setText } = useUrlText(address.itemSearch, itemSearch => changeAddress({ itemSearch }))
  return (
    <PersonItems
      label={name}
      items={visibleItems}
      renderItem={personItem => (
        <PersonItemRow
          {...{ personItem, grantTexts }}
          writes={getWrites(personItem.item.resource)}
          onRequest={request => requests.confirmOrSend(personItem.item.resource, request)}
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
            {t(`summary.${getSummaryKey(person)}`, {
              count: person.items.length,
            })}
          </Text>
        </Box>
      </Group>
      <LeaveNotice {...{ person, name, people, grantTexts, getWrites }} />
      {person.items.length > 0 && (
        <div className={styles.tools} data-few={person.items.length <= maxItemsWithoutSearch || undefined}>
          <SegmentedRadios
            label={t('filter.label')}
            value={address.onlyAdmin ? 'admin' : 'all'}
            onChange={value => changeAddress({ onlyAdmin: value === 'admin' })}
            options={[
              { value: 'all', label: <Counted text={t('filter.all')} count={person.items.length} /> },
              {
                value: 'admin',
                label: <Counted text={t('filter.onlyAdmin')} count={countRoles(person).onlyAdmin} />,
              },
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
      <AccessRequestStatus
        {...{ requests, grantTexts }}
        onRestore={() => {
          setRestoring(removed?.resource)
          requests.restore()
        }}
      />
      {restoringItem && !isRestored && (
        <RequestProblems
          {...{ rows: restoringItem.grants, grantTexts }}
          requestKey={getPersonRequestKey(person)}
          writes={getWrites(restoringItem.item.resource)}
          onRequest={request => requests.confirmOrSend(restoringItem.item.resource, request)}
        />
      )}
      {person.items.length === 0 && <Text c="dimmed">{t('facts.noneLead')}</Text>}
      {person.items.length > 0 && visibleItems.length === 0 && <Text c="dimmed">{t('nothing.items')}</Text>}
      {confirmation && itemToConfirm && (
        <ConfirmItemRequest
          key={itemToConfirm.item.key}
          {...{ requests, confirmation, courseId, grantTexts, people, onAccessLost }}
          rows={itemToConfirm.grants}
          writes={getWrites(confirmation.resource)}
        />
      )}
    </PersonItems>
  )
}

function getSummaryKey({ userId, courseId, kind }: Person) {
  if (courseId !== undefined) return 'class'
  return userId === undefined ? 'group' : kind
}

const getPersonRequestKey = ({ userId, courseId }: Person): string =>
  courseId === undefined ? getTargetKey({ userId: userId ?? 0 }) : getTargetKey({ courseId })

const Counted = ({ text, count }: { text: string; count: number }) => (
  <>
    {text} <span className={styles.count}>{count}</span>
  </>
)

type ConfirmItemRequestProps = Omit<Parameters<typeof ConfirmRequestDialog>[0], 'content'> & {
  courseId: number
}

/** Only the dialog needs the name and the kind of the item. */
function ConfirmItemRequest({ courseId, ...dialogProps }: ConfirmItemRequestProps) {
  const content = useContentInfo(dialogProps.confirmation.resource, courseId)
  return <ConfirmRequestDialog {...dialogProps} content={content} />
}
