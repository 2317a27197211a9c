import { Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import type { AccessOf } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Access.module.css'
import { AccessQuestionDialog } from './AccessQuestionDialog.tsx'
import { AddPeople } from './AddPeople.tsx'
import { useGrantWords, useReason, useRoleMeans } from './accessWords.ts'
import type { ContentWords } from './contentWords.ts'
import { GrantList } from './GrantList.tsx'
import { type AccessRequest, adminsOf, isPerson, mayManage, roleOf } from './grants.ts'
import { MeanwhileNotice } from './MeanwhileNotice.tsx'
import { usePeople } from './people.ts'
import { createAccessWrites, permissionsClient } from './permissionWrites.ts'
import { useAccessRequests } from './useAccessRequests.ts'

type AccessListProps = {
  of: AccessOf
  content: ContentWords
  rows: readonly Permission[]
  unreadable: number
  toAdd?: number | undefined
  /** Error of the last fetch. The shown list may be outdated. */
  stale: Error | undefined
  /** Called when the content was deleted or the user has lost their own access. `said`: message about it. */
  gone: (said: string) => void
}

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
  const [said, setSaid] = useState('')
  const requests = useAccessRequests({
    rowsOf: () => rows,
    writesOf: () => writes,
    onLeft: () => gone(t('gone.left', { name })),
    onDone: (request, grant) =>
      setSaid(
        grant && request.kind === 'change'
          ? t('changed', { name: words.nameOf(grant), role: t(`role.${roleOf(request.flags)}`) })
          : t('gave', { count: 1 }),
      ),
  })
  const { question, removed } = requests
  const ask = (request: AccessRequest) => {
    setSaid('')
    requests.ask(of, request)
  }
  const manages = mayManage(rows, me)
  const admins = adminsOf(rows)
  const byName = compareByFamilyName(useLocale())
  const adminNames = admins
    .map(grant => ({ name: words.nameOf(grant) }))
    .sort(byName)
    .map(({ name }) => name)
    .join(', ')
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
            requests.forgetRemoved()
            const outcome = await requests.run(of, request)
            return outcome.kind === 'done' || outcome.kind === 'nothing'
          }}
        />
      ) : (
        <Notice>
          {admins.length > 0 ? t('readOnly.named', { names: adminNames }) : t('readOnly.unnamed')}
        </Notice>
      )}
      {state.stopped && (
        <MeanwhileNotice stopped={state.stopped} {...{ rows, words, ask }} forget={writes.forget} />
      )}
      {stale && <Notice tone="stale">{formatError(stale, tErrors, format.time)}</Notice>}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
      <GrantList {...{ rows, kind, words, manages, state, reasonOf }} onRequest={ask} />
      <div role="status">
        {removed && (
          <Notice
            tone="ok"
            {...(isPerson(removed.grant.target) && {
              action: { label: t('giveBack'), run: requests.restore },
            })}
          >
            {t('removed', { name: words.nameOf(removed.grant) })}
          </Notice>
        )}
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {admins.length === 1 && admins[0] && targetUserId(admins[0].target) === me && (
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
      {question && (
        <AccessQuestionDialog
          {...{ question, content, rows, words, writes, gone }}
          people={people.all}
          close={requests.closeQuestion}
          run={request => void requests.run(of, request)}
        />
      )}
    </>
  )
}
