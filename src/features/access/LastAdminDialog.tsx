import { Box, Button, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconCheck, IconFolder, IconMessage, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import type { ContentRef } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { WhyDisabled } from '../../ui/inputs/WhyDisabled.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './Access.module.css'
import { type GrantTexts, useFailureText } from './accessTexts.ts'
import { type ContentInfo, type ContentKind, type DeletedData, useDeletedData } from './contentInfo.ts'
import { DeleteContent } from './DeleteContent.tsx'
import { type AccessRequest, isPerson, type Role, roleOf } from './grants.ts'
import type { KnownPerson } from './people/people.ts'
import type { AccessWrites, HandOverStep, NewAdmin } from './permissionWrites.ts'
import { ChoiceMenu } from './RoleMenu.tsx'

export type LastAdminRequest = Extract<AccessRequest, { kind: 'change' | 'remove' }>

type LastAdminDialogProps = {
  resource: ContentRef
  content: ContentInfo
  rows: readonly Permission[]
  last: Permission
  request: LastAdminRequest
  grantTexts: GrantTexts
  people: ReadonlyMap<number, KnownPerson>
  writes: AccessWrites
  handOverStep: HandOverStep | undefined
  onClose: () => void
  onDeleted: () => void
  onLeft: (newAdmin: NewAdmin | undefined) => void
}

const icons = {
  homework: IconBook2,
  handedIn: IconUpload,
  corrected: IconCheck,
  files: IconFolder,
  messages: IconMessage,
}
const iconOf: Record<ContentKind, DeletedData['icon']> = {
  ...{ homework: 'homework', lesson: 'homework', lessonContent: 'homework' },
  ...{ chat: 'messages', file: 'files', folder: 'files', news: 'files' },
}

export function LastAdminDialog(props: LastAdminDialogProps) {
  const { resource, content, rows, last, request, grantTexts, people, writes, handOverStep, onClose } = props
  const t = useT('access')
  const formatFailure = useFailureText()
  const language = useLocale()
  const { kind } = content
  const deletedData: DeletedData[] = [
    { icon: iconOf[kind], text: content.name },
    ...useDeletedData(resource, content),
  ]
  const isOwn = targetUserId(last.target) === useCurrentUser().id
  const isPhone = useIsPhone()
  const [failed, setFailed] = useState<{ step: HandOverStep; newAdmin: NewAdmin; reason: string }>()
  const [newAdmin, setNewAdmin] = useState<NewAdmin>()
  const afterwards = request.kind === 'remove' ? 'leave' : request.flags

  const handOver = async (to: NewAdmin) => {
    setNewAdmin(to)
    setFailed(undefined)
    const result = await writes.handOver(rows, last, to, afterwards)
    if (result.kind === 'done' && afterwards === 'leave' && isOwn) return props.onLeft(to)
    if (result.kind !== 'failed') return onClose()
    const { failure } = result
    setFailed({
      step: result.step,
      newAdmin: to,
      reason: failure.kind === 'notAdmin' ? '' : formatFailure(failure),
    })
  }
  /** With a new admin, this is an ordinary request, which is checked again. */
  const removeOwnGrant = async () => {
    const outcome = await writes.request(request, rows)
    if (outcome.kind === 'done' && request.kind === 'remove' && isOwn) return props.onLeft(newAdmin)
    if (outcome.kind === 'failed' && failed) setFailed({ ...failed, reason: formatFailure(outcome.failure) })
    else if (outcome.kind !== 'ignored') onClose()
  }
  const isHalfDone = failed?.step === 'leaving'
  const handOverTitle = request.kind === 'change' ? 'handOverStay' : isOwn ? 'handOver' : 'handOverOther'
  return (
    <Dialog
      title={t(request.kind === 'remove' && isOwn ? 'last.leave' : 'last.demote', {
        this: t(`this.${kind}`),
      })}
      onEscape={onClose}
    >
      <Text c="dimmed" mt="xs" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {isOwn ? t('last.leadOwn') : t('last.lead', { name: grantTexts.nameOf(last) })}
      </Text>
      <Stack component="ul" gap="sm">
        {deletedData.map(({ icon, text }) => {
          const Icon = icons[icon]
          return (
            <Group component="li" key={text} gap="sm" wrap="nowrap">
              <Icon aria-hidden style={{ width: '1rem', height: '1rem', color: 'var(--text-3)' }} />
              <Text span lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            </Group>
          )
        })}
      </Stack>
      {!isHalfDone && (
        <>
          <HandOverFields
            title={t(`last.${handOverTitle}`, {
              role: request.kind === 'change' ? t(`role.${roleOf(request.flags)}`) : '',
            })}
            candidates={listCandidates(rows, last, people, { nameOf: grantTexts.nameOf, language }).filter(
              // A pupil would read all submissions.
              ({ isTeacher }) => kind !== 'homework' || isTeacher !== false,
            )}
            isBusy={handOverStep !== undefined}
            onHandOver={to => void handOver(to)}
          />
          {handOverStep === undefined && (
            <DeleteContent
              {...{ content, resource }}
              remove={() => writes.request({ kind: 'delete', grantId: last.id }, rows)}
              onDeleted={props.onDeleted}
              onStopped={onClose}
            />
          )}
        </>
      )}
      <Box mt="lg">
        {handOverStep && newAdmin && (
          <Notice role="status">{t(`last.steps.${handOverStep}`, { name: newAdmin.name })}</Notice>
        )}
        {failed && !handOverStep && (
          <Notice tone={isHalfDone ? 'warn' : 'danger'} role="alert">
            {t(`last.failed.${failed.step}`, { name: failed.newAdmin.name, reason: failed.reason })}
          </Notice>
        )}
      </Box>
      <Group justify="flex-end" gap="sm" mt="sm" grow={isPhone}>
        {isHalfDone && request.kind === 'remove' && (
          <Button onClick={() => void removeOwnGrant()}>{t('last.again')}</Button>
        )}
        <Button
          aria-disabled={handOverStep !== undefined}
          data-autofocus
          onClick={() => !handOverStep && onClose()}
        >
          {isHalfDone ? t('last.done') : t('last.keep')}
        </Button>
      </Group>
    </Dialog>
  )
}

type HandOverFieldsProps = {
  title: string
  candidates: readonly Candidate[]
  isBusy: boolean
  onHandOver: (newAdmin: NewAdmin) => void
}

function HandOverFields({ title, candidates, isBusy, onHandOver }: HandOverFieldsProps) {
  const t = useT('access')
  const isPhone = useIsPhone()
  const [chosenKey, setChosenKey] = useState<string>()
  const preselected = candidates.find(({ role, isTeacher }) => role !== undefined && isTeacher === true)
  const chosen = candidates.find(choice => choice.key === chosenKey) ?? preselected
  const renderCandidate = ({ newAdmin, role }: Candidate) => (
    <>
      <bdi translate="no">{newAdmin.name}</bdi>{' '}
      <Text span inherit fw={400} c="var(--text-3)">
        {role ? t('last.becomes', { role: t(`role.${role}`) }) : t('last.becomesNew')}
      </Text>
    </>
  )
  const buttonContent = chosen ? (
    <>
      <PersonAvatar name={chosen.newAdmin.name} />
      {renderCandidate(chosen)}
    </>
  ) : (
    <Text span inherit fw={400} c="dimmed">
      {t('last.choose')}
    </Text>
  )
  return (
    <Stack component="fieldset" gap="sm" className={styles.way ?? ''} aria-label={title}>
      <Text component="h3" fw={600}>
        {title}
      </Text>
      {candidates.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('last.nobody')}
        </Text>
      ) : (
        <Flex direction={isPhone ? 'column' : 'row'} gap="sm">
          <ChoiceMenu
            choices={candidates.map(choice => ({ key: choice.key, text: renderCandidate(choice) }))}
            chosen={chosen?.key}
            isBusy={isBusy}
            onChoose={setChosenKey}
            position="bottom-start"
            width="target"
            button={{
              flex: isPhone ? 'none' : 1,
              'aria-disabled': isBusy,
              children: (
                <>
                  <VisuallyHidden>{t('last.heir', { name: '' })} </VisuallyHidden>
                  {buttonContent}
                </>
              ),
            }}
          />
          <WhyDisabled reason={!chosen && t('last.chooseFirst')}>
            <Button
              variant="filled"
              aria-disabled={isBusy}
              onClick={() => !isBusy && chosen && onHandOver(chosen.newAdmin)}
            >
              {t('last.hand')}
            </Button>
          </WhyDisabled>
        </Flex>
      )}
    </Stack>
  )
}

/** `role` is undefined for a person without access. */
type Candidate = { key: string; newAdmin: NewAdmin; role: Role | undefined; isTeacher: boolean | undefined }

const rankByRole: Record<Role, number> = { adminReads: 0, admin: 0, write: 1, read: 2 }
/** Others can be added to the list first. */
const maxCandidates = 50

/** People with access first, then other known teachers. */
function listCandidates(
  rows: readonly Permission[],
  own: Permission,
  people: ReadonlyMap<number, KnownPerson>,
  { nameOf, language }: { nameOf: (grant: Permission) => string; language: string },
): readonly Candidate[] {
  const withAccess = rows
    .filter(({ id, target }) => id !== own.id && isPerson(target))
    .map(grant => ({
      key: `grant ${grant.id}`,
      newAdmin: { name: nameOf(grant), grantId: grant.id },
      role: roleOf(grant),
      isTeacher: people.get(targetUserId(grant.target) ?? Number.NaN)?.isTeacher,
    }))
  const withAccessIds = new Set(rows.map(({ target }) => targetUserId(target)))
  const withoutAccess = [...people.values()]
    .filter(({ id, isTeacher }) => isTeacher === true && !withAccessIds.has(id))
    .map(({ id, name, isTeacher }) => ({
      key: `person ${id}`,
      newAdmin: { name, userId: id },
      role: undefined,
      isTeacher,
    }))
  const compare = compareByFamilyName(language)
  const byName = (a: Candidate, b: Candidate) => compare(a.newAdmin, b.newAdmin)
  return [
    ...withAccess.sort(
      (a, b) =>
        Number(b.isTeacher === true) - Number(a.isTeacher === true) ||
        rankByRole[a.role] - rankByRole[b.role] ||
        byName(a, b),
    ),
    ...withoutAccess.sort(byName),
  ].slice(0, maxCandidates)
}
