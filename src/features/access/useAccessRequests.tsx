import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import type { AccessOf } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { type GrantWords, useReason } from './accessWords.ts'
import type { ContentWords } from './contentWords.ts'
import { type AccessRequest, flagsOf, isPerson, meaningOf, roleOf } from './grants.ts'
import { LastAdminDialog, type LastAdminRequest } from './LastAdminDialog.tsx'
import type { KnownPerson } from './people.ts'
import { type AccessWrites, createAccessWrites, type Outcome, permissionsClient } from './permissionWrites.ts'

/** Returns a function that returns the writes of a resource. They survive while its row is not rendered. */
export function useAccessWrites(): (resource: AccessOf) => AccessWrites {
  const client = useQueryClient()
  const me = useCurrentUser().id
  const writesByKey = useRef(new Map<string, AccessWrites>())
  return resource => {
    const key = `${resource.field}.${resource.id}`
    const writes = writesByKey.current.get(key) ?? createAccessWrites(permissionsClient(client, resource), me)
    writesByKey.current.set(key, writes)
    return writes
  }
}

/** A request that the user must confirm, because it leaves no admin or because they can't undo it. */
export type Confirmation = {
  resource: AccessOf
  reason: 'lastAdmin' | 'leaving' | 'stepDown' | 'removeGroup'
  request: LastAdminRequest
  grant: Permission
}

const confirmationReasons = { lastAdmin: 'lastAdmin', ownExit: 'leaving', ownDemotion: 'stepDown' } as const

type AccessRequestsOptions = {
  /** Returns the grants on a resource as shown. */
  getRows: (resource: AccessOf) => readonly Permission[]
  getWrites: (resource: AccessOf) => AccessWrites
  grantTexts: GrantWords
  /** Called after the user's own grant was removed. */
  onOwnAccessRemoved: (resource: AccessOf) => void
}

export type AccessRequests = ReturnType<typeof useAccessRequests>

/** Sends changes of access. Keeps the pending confirmation, and the last removal, which can be undone. */
export function useAccessRequests(options: AccessRequestsOptions) {
  const { getRows, getWrites, grantTexts, onOwnAccessRemoved } = options
  const t = useT('access')
  const me = useCurrentUser().id
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const [removed, setRemoved] = useState<{ resource: AccessOf; grant: Permission }>()
  const [message, setMessage] = useState('')
  const findGrant = (resource: AccessOf, request: AccessRequest) =>
    request.kind === 'give' ? undefined : getRows(resource).find(({ id }) => id === request.grantId)

  /** Sends a request without asking for confirmation. */
  async function send(resource: AccessOf, request: AccessRequest): Promise<Outcome> {
    const grant = findGrant(resource, request)
    const outcome = await getWrites(resource).ask(request, getRows(resource))
    if (request.kind === 'give') {
      if (outcome.kind === 'done') setMessage(t('gave', { count: 1 }))
    } else if (grant && request.kind !== 'delete') {
      if (outcome.kind === 'lastAdmin') setConfirmation({ resource, reason: 'lastAdmin', request, grant })
      else if (outcome.kind !== 'done') return outcome
      else if (request.kind === 'change') {
        setMessage(t('changed', { name: grantTexts.nameOf(grant), role: t(`role.${roleOf(request.flags)}`) }))
      } else if (targetUserId(grant.target) === me) onOwnAccessRemoved(resource)
      else setRemoved({ resource, grant })
    }
    return outcome
  }

  return {
    confirmation,
    removed,
    /** Result of the last change, for screen readers. */
    message,
    send,
    /** Asks for confirmation of a request that can't be undone, and sends any other request at once. */
    confirmOrSend(resource: AccessOf, request: AccessRequest): void {
      setMessage('')
      setRemoved(undefined)
      if (request.kind === 'give' || request.kind === 'delete') return void send(resource, request)
      const grant = findGrant(resource, request)
      const meaning = meaningOf(getRows(resource), request, me)
      if (!grant || meaning === 'nothing') return
      const isGroup = request.kind === 'remove' && !isPerson(grant.target)
      if (meaning !== 'plain') {
        setConfirmation({ resource, reason: confirmationReasons[meaning], request, grant })
      } else if (isGroup) setConfirmation({ resource, reason: 'removeGroup', request, grant })
      else void send(resource, request)
    },
    /** Closes the dialog. It can't be closed during a hand-over. */
    closeConfirmation(): void {
      if (confirmation && !getWrites(confirmation.resource).state().handing) setConfirmation(undefined)
    },
    clearRemoved: () => setRemoved(undefined),
    /** Grants the access again that was removed last. */
    restore(): void {
      const userId = removed && targetUserId(removed.grant.target)
      setRemoved(undefined)
      if (removed && userId !== undefined) {
        void send(removed.resource, { kind: 'give', userId, flags: flagsOf(roleOf(removed.grant)) })
      }
    },
  }
}

type AccessRequestStatusProps = {
  requests: AccessRequests
  grantTexts: GrantWords
  onRestore: () => void
}

/** Result of the last change. A removal is shown with a button that restores it. */
export function AccessRequestStatus({ requests, grantTexts, onRestore }: AccessRequestStatusProps) {
  const { removed, message } = requests
  const t = useT('access')
  return (
    <div role="status">
      {removed && (
        <Notice
          tone="ok"
          {...(isPerson(removed.grant.target) && { action: { label: t('giveBack'), run: onRestore } })}
        >
          {t('removed', { name: grantTexts.nameOf(removed.grant) })}
        </Notice>
      )}
      <VisuallyHidden>{message}</VisuallyHidden>
    </div>
  )
}

type ConfirmRequestDialogProps = {
  requests: AccessRequests
  confirmation: Confirmation
  content: ContentWords
  rows: readonly Permission[]
  grantTexts: GrantWords
  people: ReadonlyMap<number, KnownPerson>
  writes: AccessWrites
  /** Called with a message when the content was deleted or the user has lost their own access. */
  onAccessLost: (message: string) => void
}

/** Dialog before a change that deletes the content or that the user can't undo. */
export function ConfirmRequestDialog(props: ConfirmRequestDialogProps) {
  const { requests, confirmation, content, rows, grantTexts, people, writes, onAccessLost } = props
  const { resource, reason, request, grant } = confirmation
  const t = useT('access')
  const { kind, short: name } = content
  const { handing } = useSyncExternalStore(writes.subscribe, writes.state)
  const reasonOf = useReason(kind, resource.field)
  const close = requests.closeConfirmation
  if (reason === 'lastAdmin') {
    return (
      <LastAdminDialog
        {...{ content, rows, request, people, writes, handing, reasonOf, close }}
        of={resource}
        words={grantTexts}
        last={grant}
        onDeleted={() => onAccessLost(t('gone.deleted', { name }))}
        onLeft={heir =>
          onAccessLost(heir ? t('gone.handedOver', { heir: heir.name, name }) : t('gone.left', { name }))
        }
      />
    )
  }
  const leavingLead = t(`leaving.lead.${kind === 'homework' || kind === 'chat' ? kind : 'other'}`)
  const confirm = () => {
    close()
    void requests.send(resource, request)
  }
  return (
    <ConfirmDialog
      title={t(`${reason}.title`, { name: grantTexts.nameOf(grant) })}
      cancel={{ label: reason === 'removeGroup' ? t('removeGroup.keep') : t(`${reason}.stay`), run: close }}
      confirm={{ label: t(`${reason}.confirm`), run: confirm }}
    >
      <p>{reason === 'leaving' ? leavingLead : t(`${reason}.lead`)}</p>
    </ConfirmDialog>
  )
}
