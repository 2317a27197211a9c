import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { byFamilyName } from '../../lib/familyName.ts'
import type { AccessOf } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Access.module.css'
import { AddPeople } from './AddPeople.tsx'
import { type GrantWords, useGrantWords, useReason, useRoleMeans } from './accessWords.ts'
import type { ContentWords } from './contentWords.ts'
import { GrantList } from './GrantList.tsx'
import {
  type AccessChange,
  type AccessRequest,
  adminsOf,
  flagsOf,
  isPerson,
  mayManage,
  meaningOf,
  roleOf,
} from './grants.ts'
import { LastAdminDialog, type LastAdminRequest } from './LastAdminDialog.tsx'
import { usePeople } from './people.ts'
import { createAccessWrites, permissionsClient } from './permissionWrites.ts'

type AccessListProps = {
  of: AccessOf
  content: ContentWords
  rows: readonly Permission[]
  unreadable: number
  toAdd: number | undefined
  /** Error of the last fetch. The shown list may be outdated. */
  stale: Error | undefined
  gone: (said: string) => void
}

/** A dialog over the list, about the last admin or about a change that the user can't undo. */
type Question = {
  about: 'last' | 'leaving' | 'stepDown' | 'removeGroup'
  request: LastAdminRequest
  grant: Permission
}

const questions = { lastAdmin: 'last', ownExit: 'leaving', ownDemotion: 'stepDown' } as const

/** The list of people with access, with the actions that the user may take. Use a new key for other content. */
export function AccessList({ of, content, rows, unreadable, toAdd, stale, gone }: AccessListProps) {
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  const me = useCurrentUser().id
  const client = useQueryClient()
  const [writes] = useState(() => createAccessWrites(permissionsClient(client, of), me))
  const state = useSyncExternalStore(writes.subscribe, writes.state)
  const [wanted, setWanted] = useState(false)
  const people = usePeople(content.courseId, wanted)
  const words = useGrantWords(people.all)
  const { kind, short: name } = content
  const reasonOf = useReason(kind, of.field)
  const means = useRoleMeans(kind)
  const [question, setQuestion] = useState<Question>()
  const [removed, setRemoved] = useState<Permission>()
  const [said, setSaid] = useState('')
  const manages = mayManage(rows, me)
  const admins = adminsOf(rows)
  const byName = byFamilyName(useLocale())
  const adminNames = admins
    .map(grant => ({ name: words.nameOf(grant) }))
    .sort(byName)
    .map(({ name }) => name)
    .join(', ')
  const isOwn = (grant: Permission) => targetUserId(grant.target) === me
  const grantOf = (request: AccessRequest) =>
    request.kind === 'give' ? undefined : rows.find(({ id }) => id === request.grantId)

  const answer = () => {
    // The dialog can't be closed during a hand-over.
    if (!writes.state().handing) setQuestion(undefined)
  }
  /** Opens a dialog for a request that can't be undone, and sends any other request at once. */
  const ask = (request: AccessRequest) => {
    setRemoved(undefined)
    setSaid('')
    if (request.kind === 'give' || request.kind === 'delete') return void run(request)
    const grant = grantOf(request)
    const meaning = meaningOf(rows, request, me)
    if (!grant || meaning === 'nothing') return
    const isGroup = request.kind === 'remove' && !isPerson(grant.target)
    if (meaning !== 'plain') setQuestion({ about: questions[meaning], request, grant })
    else if (isGroup) setQuestion({ about: 'removeGroup', request, grant })
    else void run(request)
  }
  const run = async (request: AccessRequest) => {
    const grant = grantOf(request)
    const outcome = await writes.ask(request, rows)
    const { kind: became } = outcome
    if (request.kind === 'give') {
      if (became === 'done') setSaid(t('gave', { count: 1 }))
    } else if (grant && request.kind !== 'delete') {
      if (became === 'lastAdmin') setQuestion({ about: 'last', request, grant })
      else if (became !== 'done') return outcome
      else if (request.kind === 'change') {
        setSaid(t('changed', { name: words.nameOf(grant), role: t(`role.${roleOf(request.flags)}`) }))
      } else if (isOwn(grant)) gone(t('gone.left', { name }))
      else setRemoved(grant)
    }
    return outcome
  }
  const again =
    state.stopped?.requests
      // The name was typed for an earlier list, so a deletion must be confirmed again.
      .map((request): AccessRequest => (request.kind === 'delete' ? { ...request, kind: 'remove' } : request))
      .filter(request => meaningOf(rows, request, me) !== 'nothing') ?? []
  const giveBack = (grant: Permission) => {
    const userId = targetUserId(grant.target)
    setRemoved(undefined)
    if (userId !== undefined) void run({ kind: 'give', userId, flags: flagsOf(roleOf(grant)) })
  }

  return (
    <>
      {manages ? (
        <AddPeople
          people={people}
          rows={rows}
          kind={kind}
          // Members of a chat can write, except in a broadcast.
          usual={content.membersWrite ? 'write' : 'read'}
          state={state}
          toAdd={toAdd}
          reasonOf={reasonOf}
          onWanted={() => setWanted(true)}
          onGive={async request => {
            setRemoved(undefined)
            const outcome = await run(request)
            return outcome.kind === 'done' || outcome.kind === 'nothing'
          }}
        />
      ) : (
        <Notice>
          {admins.length > 0 ? t('readOnly.named', { names: adminNames }) : t('readOnly.unnamed')}
        </Notice>
      )}
      {state.stopped && (
        <Notice tone="warn" role="alert">
          <p>{t('meanwhile.title')}</p>
          <Changes changes={state.stopped.changes} words={words} />
          <Group gap="sm">
            {again.length > 0 && (
              <Button
                size="sm"
                onClick={() => {
                  writes.forget()
                  for (const request of again) ask(request)
                }}
              >
                {t('meanwhile.all')}
              </Button>
            )}
            <Button size="sm" onClick={writes.forget}>
              {t('meanwhile.leave')}
            </Button>
          </Group>
        </Notice>
      )}
      {stale && <Notice tone="stale">{errorSentence(stale, tErrors, format.time)}</Notice>}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      <GrantList {...{ rows, kind, words, manages, state, reasonOf }} onRequest={ask} />
      <div role="status">
        {removed && (
          <Notice
            tone="ok"
            {...(isPerson(removed.target) && {
              action: { label: t('giveBack'), run: () => giveBack(removed) },
            })}
          >
            {t('removed', { name: words.nameOf(removed) })}
          </Notice>
        )}
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {admins.length === 1 && admins[0] && isOwn(admins[0]) && (
        <Notice tone="warn">{t('onlyAdmin', { one: t(`one.${kind}`) })}</Notice>
      )}
      <Text component="dl" className={styles.roles ?? ''} size="sm" c="dimmed">
        {(['read', 'write', 'admin'] as const).map(role => (
          <Fragment key={role}>
            <Text component="dt" inherit fw={500} c="var(--text)">
              {t(`role.${role}`)}
            </Text>
            <dd>{means(role)}</dd>
          </Fragment>
        ))}
      </Text>
      {question && asked(question)}
    </>
  )

  function asked({ about, request, grant }: Question) {
    if (about === 'last') {
      return (
        <LastAdminDialog
          {...{ of, content, rows, request, words, writes, reasonOf }}
          last={grant}
          people={people.all}
          handing={state.handing}
          close={answer}
          onDeleted={() => gone(t('gone.deleted', { name }))}
          onLeft={heir =>
            gone(heir ? t('gone.handedOver', { heir: heir.name, name }) : t('gone.left', { name }))
          }
        />
      )
    }
    const exit = t(`leaving.lead.${kind === 'homework' || kind === 'chat' ? kind : 'other'}`)
    const confirm = () => {
      answer()
      void run(request)
    }
    return (
      <ConfirmDialog
        title={t(`${about}.title`, { name: words.nameOf(grant) })}
        keep={{ label: about === 'removeGroup' ? t('removeGroup.keep') : t(`${about}.stay`), run: answer }}
        confirm={{ label: t(`${about}.confirm`), run: confirm }}
      >
        <p>{about === 'leaving' ? exit : t(`${about}.lead`)}</p>
      </ConfirmDialog>
    )
  }
}

/** Changes by other users since the list was loaded. Because of them the request was not sent. */
function Changes({ changes, words }: { changes: readonly AccessChange[]; words: GrantWords }) {
  const t = useT('access')
  const roleWord = (grant: Permission) => t(`role.${roleOf(grant)}`)
  const say = (change: AccessChange) => {
    const { grant } = change
    const facts = { name: words.nameOf(grant), role: roleWord(grant) }
    if (change.kind === 'added') return t('meanwhile.added', { ...facts, by: words.givenBy(grant) })
    if (change.kind === 'removed') return t('meanwhile.removed', facts)
    const before = roleWord(change.before)
    return before === facts.role ? t('meanwhile.given', facts) : t('meanwhile.changed', { ...facts, before })
  }
  return (
    <Box component="ul" my="xs" pl="lg" style={{ listStyle: 'disc' }}>
      {changes.map(change => (
        <li key={`${change.kind} ${change.grant.id}`}>{say(change)}</li>
      ))}
    </Box>
  )
}
