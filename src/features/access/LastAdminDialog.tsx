import { Box, Button, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconBook2, IconCheck, IconFolder, IconMessage, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import type { AccessOf } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './Access.module.css'
import type { GrantWords } from './accessWords.ts'
import { type ContentKind, type ContentWords, type Loss, useLosses } from './contentWords.ts'
import { DeleteOnPurpose } from './DeleteOnPurpose.tsx'
import { type AccessRequest, isPerson, type Role, roleOf } from './grants.ts'
import type { KnownPerson } from './people.ts'
import type { AccessWrites, Failure, HandOverStep, Heir } from './permissionWrites.ts'
import { ChoiceMenu } from './RoleMenu.tsx'

/** The request that would leave the content without an admin. */
export type LastAdminRequest = Extract<AccessRequest, { kind: 'change' | 'remove' }>

type LastAdminDialogProps = {
  of: AccessOf
  content: ContentWords
  rows: readonly Permission[]
  /** The last grant with `is_admin`. */
  last: Permission
  request: LastAdminRequest
  words: GrantWords
  people: ReadonlyMap<number, KnownPerson>
  writes: AccessWrites
  handing: HandOverStep | undefined
  reasonOf: (failure: Failure) => string
  close: () => void
  onDeleted: () => void
  /** Called when the last admin has left. `heir`: the new admin, if there is one. */
  onLeft: (heir: Heir | undefined) => void
}

const icons = {
  homework: IconBook2,
  handedIn: IconUpload,
  corrected: IconCheck,
  files: IconFolder,
  messages: IconMessage,
}
const iconOf: Record<ContentKind, Loss['icon']> = {
  ...{ homework: 'homework', lesson: 'homework', lessonContent: 'homework' },
  ...{ chat: 'messages', file: 'files', folder: 'files', news: 'files' },
}

/** Dialog before the last admin gives up the role: hand over, delete the content, or cancel. */
export function LastAdminDialog(props: LastAdminDialogProps) {
  const { of, content, rows, last, request, words, people, writes, handing, reasonOf, close } = props
  const t = useT('access')
  const language = useLocale()
  const { kind } = content
  const losses: Loss[] = [{ icon: iconOf[kind], text: content.name }, ...useLosses(of, content)]
  const isOwn = targetUserId(last.target) === useCurrentUser().id
  const onPhone = useIsPhone()
  const [failed, setFailed] = useState<{ at: HandOverStep; heir: Heir; reason: string }>()
  const [heir, setHeir] = useState<Heir>()
  const then = request.kind === 'remove' ? 'leave' : request.flags

  const hand = async (to: Heir) => {
    setHeir(to)
    setFailed(undefined)
    const handed = await writes.handOver(rows, last, to, then)
    if (handed.kind === 'done' && then === 'leave' && isOwn) return props.onLeft(to)
    if (handed.kind !== 'failed') return close()
    const { failure } = handed
    setFailed({ at: handed.at, heir: to, reason: failure.kind === 'notAdmin' ? '' : reasonOf(failure) })
  }
  /** The heir is admin by now, so this is an ordinary request, which is checked again. */
  const leaveNow = async () => {
    const outcome = await writes.ask(request, rows)
    if (outcome.kind === 'done' && request.kind === 'remove' && isOwn) return props.onLeft(heir)
    if (outcome.kind === 'failed' && failed) setFailed({ ...failed, reason: reasonOf(outcome.failure) })
    else if (outcome.kind !== 'ignored') close()
  }
  const handedHalf = failed?.at === 'leaving'
  const ways = request.kind === 'change' ? 'handOverStay' : isOwn ? 'handOver' : 'handOverOther'
  return (
    <Dialog
      title={t(request.kind === 'remove' && isOwn ? 'last.leave' : 'last.demote', {
        this: t(`this.${kind}`),
      })}
      onEscape={close}
    >
      <Text c="dimmed" mt="xs" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {isOwn ? t('last.leadOwn') : t('last.lead', { name: words.nameOf(last) })}
      </Text>
      <Stack component="ul" gap="sm">
        {losses.map(({ icon, text }) => {
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
      {!handedHalf && (
        <>
          <HandOver
            title={t(`last.${ways}`, {
              role: request.kind === 'change' ? t(`role.${roleOf(request.flags)}`) : '',
            })}
            heirs={heirsOf(rows, last, people, { nameOf: words.nameOf, language })}
            busy={handing !== undefined}
            onHand={to => void hand(to)}
          />
          {handing === undefined && (
            <DeleteOnPurpose
              {...{ content, of, reasonOf }}
              remove={() => writes.ask({ kind: 'delete', grantId: last.id }, rows)}
              onDeleted={props.onDeleted}
              onStopped={close}
            />
          )}
        </>
      )}
      <Box mt="lg">
        {handing && heir && <Notice role="status">{t(`last.steps.${handing}`, { name: heir.name })}</Notice>}
        {failed && !handing && (
          <Notice tone={handedHalf ? 'warn' : 'danger'} role="alert">
            {t(`last.failed.${failed.at}`, { name: failed.heir.name, reason: failed.reason })}
          </Notice>
        )}
      </Box>
      <Group justify="flex-end" gap="sm" mt="sm" grow={onPhone}>
        {handedHalf && request.kind === 'remove' && (
          <Button onClick={() => void leaveNow()}>{t('last.again')}</Button>
        )}
        <Button aria-disabled={handing !== undefined} data-autofocus onClick={() => !handing && close()}>
          {handedHalf ? t('last.done') : t('last.keep')}
        </Button>
      </Group>
    </Dialog>
  )
}

type HandOverProps = {
  title: string
  heirs: readonly HeirChoice[]
  busy: boolean
  onHand: (heir: Heir) => void
}

/** Makes another person admin first. Only a teacher who has access is preselected. */
function HandOver({ title, heirs, busy, onHand }: HandOverProps) {
  const t = useT('access')
  const onPhone = useIsPhone()
  const [key, setKey] = useState<string>()
  const proposed = heirs.find(({ role, isTeacher }) => role !== undefined && isTeacher === true)
  const chosen = heirs.find(choice => choice.key === key) ?? proposed
  const words = ({ heir, role }: HeirChoice) => (
    <>
      <bdi translate="no">{heir.name}</bdi>{' '}
      <Text span inherit fw={400} c="var(--text-3)">
        {role ? t('last.becomes', { role: t(`role.${role}`) }) : t('last.becomesNew')}
      </Text>
    </>
  )
  const content = chosen ? (
    <>
      <PersonAvatar name={chosen.heir.name} />
      {words(chosen)}
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
      {heirs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('last.nobody')}
        </Text>
      ) : (
        <Flex direction={onPhone ? 'column' : 'row'} gap="sm">
          <ChoiceMenu
            choices={heirs.map(choice => ({ key: choice.key, text: words(choice) }))}
            chosen={chosen?.key}
            busy={busy}
            onChoose={setKey}
            position="bottom-start"
            width="target"
            button={{
              flex: onPhone ? 'none' : 1,
              'aria-disabled': busy,
              children: (
                <>
                  <VisuallyHidden>{t('last.heir', { name: '' })} </VisuallyHidden>
                  {content}
                </>
              ),
            }}
          />
          <Button
            variant="filled"
            aria-disabled={busy || !chosen}
            onClick={() => !busy && chosen && onHand(chosen.heir)}
          >
            {t('last.hand')}
          </Button>
        </Flex>
      )}
    </Stack>
  )
}

/** A possible new admin. `role` is the current role, undefined for a person without access. */
type HeirChoice = { key: string; heir: Heir; role: Role | undefined; isTeacher: boolean | undefined }

const rank: Record<Role, number> = { adminReads: 0, admin: 0, write: 1, read: 2 }
/** Maximum number of choices. Other people can be added to the list first. */
const most = 50

/**
 * Returns the people with access except the one who gives up the role, teachers and higher roles first. Other known
 * teachers follow.
 */
function heirsOf(
  rows: readonly Permission[],
  own: Permission,
  people: ReadonlyMap<number, KnownPerson>,
  { nameOf, language }: { nameOf: (grant: Permission) => string; language: string },
): readonly HeirChoice[] {
  const here = rows
    .filter(({ id, target }) => id !== own.id && isPerson(target))
    .map(grant => ({
      key: `grant ${grant.id}`,
      heir: { name: nameOf(grant), grantId: grant.id },
      role: roleOf(grant),
      isTeacher: people.get(targetUserId(grant.target) ?? Number.NaN)?.isTeacher,
    }))
  const taken = new Set(rows.map(({ target }) => targetUserId(target)))
  const others = [...people.values()]
    .filter(({ id, isTeacher }) => isTeacher === true && !taken.has(id))
    .map(({ id, name, isTeacher }) => ({
      key: `person ${id}`,
      heir: { name, userId: id },
      role: undefined,
      isTeacher,
    }))
  const compare = compareByFamilyName(language)
  const byName = (a: HeirChoice, b: HeirChoice) => compare(a.heir, b.heir)
  return [
    ...here.sort(
      (a, b) =>
        Number(b.isTeacher === true) - Number(a.isTeacher === true) ||
        rank[a.role] - rank[b.role] ||
        byName(a, b),
    ),
    ...others.sort(byName),
  ].slice(0, most)
}
