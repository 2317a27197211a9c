import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { useT } from '../../../i18n/useT.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import type { ContentRef } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { type GrantTexts, useFailureText } from '../accessTexts.ts'
import { flagsOf, grantOfPerson } from '../grants.ts'
import type { KnownPerson } from '../people/people.ts'
import type { AccessWrites, HandOverResult } from '../permissionWrites.ts'
import { ChoiceMenu } from '../RoleMenu.tsx'
import styles from './ClassAccess.module.css'
import type { Person, PersonItem } from './classAccessModel.ts'
import { ItemMark, useItemTexts } from './ItemMark.tsx'

type HandOverDialogProps = {
  person: Person
  /** The person is their only admin. */
  items: readonly PersonItem[]
  people: ReadonlyMap<number, KnownPerson>
  grantTexts: GrantTexts
  getWrites: (resource: ContentRef) => AccessWrites
  onClose: () => void
}

type FailedHandOver = { personItem: PersonItem; result: Exclude<HandOverResult, { kind: 'done' }> }

/** The previous admin keeps write access. */
export function HandOverDialog({
  person,
  items,
  people,
  grantTexts,
  getWrites,
  onClose,
}: HandOverDialogProps) {
  const t = useT('classAccess')
  const tAccess = useT('access')
  const isOwn = person.userId === useCurrentUser().id
  const { nameOf } = useItemTexts()
  const candidates = useCandidates(person, items, people)
  const [chosen, setChosen] = useState<number>()
  const [doneCount, setDoneCount] = useState<number>()
  const [failed, setFailed] = useState<readonly FailedHandOver[]>([])
  const newAdmin = candidates.find(({ id }) => id === chosen)
  const isBusy = doneCount !== undefined && doneCount < items.length
  const isFinished = doneCount === items.length

  const handOver = async ({ id, name }: KnownPerson) => {
    const failures: FailedHandOver[] = []
    const remaining = [...items]
    setDoneCount(0)
    const handOverRemaining = async () => {
      for (let personItem = remaining.shift(); personItem; personItem = remaining.shift()) {
        const { grants, grant, item } = personItem
        const existingGrant = grantOfPerson(grants, id)
        const to = { name, ...(existingGrant ? { grantId: existingGrant.id } : { userId: id }) }
        const result = await getWrites(item.resource).handOver(grants, grant, to, flagsOf('write'))
        if (result.kind !== 'done') failures.push({ personItem, result })
        setDoneCount((count = 0) => count + 1)
      }
    }
    await Promise.all(Array.from({ length: maxParallel }, handOverRemaining))
    setFailed(failures)
    if (failures.length === 0) onClose()
  }
  return (
    <Dialog title={t('handOver.title', { count: items.length })} onEscape={() => !isBusy && onClose()}>
      <Text c="dimmed" mt="xs" mb="md">
        {t(isOwn ? 'handOver.leadOwn' : 'handOver.lead', {
          name: grantTexts.nameOf(items[0]?.grant as PersonItem['grant']),
        })}
      </Text>
      {!isFinished && (
        <Stack component="ul" gap="sm" className={styles.handed ?? ''}>
          {items.map(({ item }) => (
            <Group component="li" key={item.key} gap="sm" wrap="nowrap">
              <span className={styles.lead}>
                <ItemMark item={item} />
              </span>
              <Text span truncate>
                {nameOf(item)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      {!isFinished && candidates.length > 0 && (
        <ChoiceMenu
          choices={candidates.map(({ id, name }) => ({
            key: String(id),
            text: <bdi translate="no">{name}</bdi>,
          }))}
          chosen={chosen === undefined ? undefined : String(chosen)}
          isBusy={isBusy}
          onChoose={key => setChosen(Number(key))}
          position="bottom-start"
          width="target"
          button={{
            mt: 'lg',
            w: '100%',
            'aria-disabled': isBusy,
            children: (
              <>
                <VisuallyHidden>{tAccess('last.heir', { name: '' })} </VisuallyHidden>
                {newAdmin ? (
                  <>
                    <PersonAvatar name={newAdmin.name} />
                    <bdi translate="no">{newAdmin.name}</bdi>
                  </>
                ) : (
                  <Text span inherit fw={400} c="dimmed">
                    {tAccess('last.choose')}
                  </Text>
                )}
              </>
            ),
          }}
        />
      )}
      {candidates.length === 0 && <Text c="dimmed">{tAccess('last.nobody')}</Text>}
      <div role="status">
        {isBusy && <Text mt="md">{t('handOver.progress', { done: doneCount, all: items.length })}</Text>}
      </div>
      {isFinished && failed.length > 0 && (
        <Notice tone="danger" role="alert">
          <p>{t('handOver.failed', { count: failed.length, all: items.length })}</p>
          <ul>
            {failed.map(failure => (
              <FailedItem key={failure.personItem.item.key} {...failure} newAdmin={newAdmin?.name ?? ''} />
            ))}
          </ul>
        </Notice>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button aria-disabled={isBusy} data-autofocus onClick={() => !isBusy && onClose()}>
          {isFinished ? tAccess('last.done') : tAccess('last.keep')}
        </Button>
        {!isFinished && (
          <WhyDisabled reason={!newAdmin && tAccess('last.chooseFirst')}>
            <Button
              variant="filled"
              aria-disabled={isBusy}
              onClick={() => !isBusy && newAdmin && void handOver(newAdmin)}
            >
              {tAccess('last.hand')}
            </Button>
          </WhyDisabled>
        )}
      </Group>
    </Dialog>
  )
}

function FailedItem({ personItem: { item }, result, newAdmin }: FailedHandOver & { newAdmin: string }) {
  const t = useT('classAccess')
  const tAccess = useT('access')
  const { nameOf } = useItemTexts()
  const formatFailure = useFailureText()
  const getReason = () => {
    if (result.kind === 'changed') return tAccess('meanwhile.title')
    const { step, failure } = result
    const reason = failure.kind === 'notAdmin' ? '' : formatFailure(failure)
    return tAccess(`last.failed.${step}`, { name: newAdmin, reason })
  }
  return <li>{t('handOver.failedItem', { name: nameOf(item), reason: getReason() })}</li>
}

/** Each item needs three requests, one after the other. */
const maxParallel = 4

const maxCandidates = 50

/** Teachers first, then other people with access to one of the items. */
function useCandidates(
  person: Person,
  items: readonly PersonItem[],
  people: ReadonlyMap<number, KnownPerson>,
) {
  const compare = compareByFamilyName(useLocale())
  const hasAccess = (id: number) => items.some(({ grants }) => grantOfPerson(grants, id) !== undefined)
  return [...people.values()]
    .filter(({ id, isTeacher }) => id !== person.userId && (isTeacher === true || hasAccess(id)))
    .sort((a, b) => Number(b.isTeacher === true) - Number(a.isTeacher === true) || compare(a, b))
    .slice(0, maxCandidates)
}
