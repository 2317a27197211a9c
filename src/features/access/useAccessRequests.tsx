import { VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { query } from '../../api/cache/query.ts'
import { isPupil, me as meEndpoints } from '../../contract/me.ts'
import { type Permission, type Target, targetCourseId, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import type { ContentRef } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { GrantTexts } from './accessTexts.ts'
import type { ContentInfo } from './contentInfo.ts'
import {
  type AccessRequest,
  canManageAccess,
  flagsOf,
  getRequestEffect,
  readsSubmissions,
  roleOf,
  toNewTarget,
} from './grants.ts'
import { LastAdminDialog, type LastAdminRequest } from './LastAdminDialog.tsx'
import type { KnownPerson } from './people/people.ts'
import { useOwnClassIds } from './people/useOwnClasses.ts'
import {
  type AccessWrites,
  createAccessWrites,
  permissionsClient,
  type RequestOutcome,
} from './permissionWrites.ts'

/** The writes survive while the row is not rendered. */
export function useAccessWrites(): (resource: ContentRef) => AccessWrites {
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

/** It leaves no admin, the user can't undo it, or a pupil reads all submissions. */
export type Confirmation = {
  resource: ContentRef
  reason: 'lastAdmin' | 'leaving' | 'stepDown' | 'removeGroup' | 'pupilWrites'
  request: LastAdminRequest
  grant: Permission
}

const confirmationReasons = { lastAdmin: 'lastAdmin', ownExit: 'leaving', ownDemotion: 'stepDown' } as const

type AccessRequestsOptions = {
  getRows: (resource: ContentRef) => readonly Permission[]
  getWrites: (resource: ContentRef) => AccessWrites
  grantTexts: GrantTexts
  people: ReadonlyMap<number, KnownPerson>
  onOwnAccessRemoved: (resource: ContentRef) => void
}

export type AccessRequests = ReturnType<typeof useAccessRequests>

/** Keeps the pending confirmation, and the last removal, which can be undone. */
export function useAccessRequests(options: AccessRequestsOptions) {
  const { getRows, getWrites, grantTexts, people, onOwnAccessRemoved } = options
  const t = useT('access')
  const me = useCurrentUser().id
  const ownClassIds = useOwnClassIds()
  const user = useQuery(query(meEndpoints.get, {})).data
  const [confirmation, setConfirmation] = useState<Confirmation>()
  const [removed, setRemoved] = useState<{ resource: ContentRef; grant: Permission }>()
  const [message, setMessage] = useState('')
  const findGrant = (resource: ContentRef, request: AccessRequest) =>
    request.kind === 'grant' ? undefined : getRows(resource).find(({ id }) => id === request.grantId)

  const isTeacher = user !== undefined && !isPupil(user)
  const isOwnClass = (target: Target) => ownClassIds.includes(targetCourseId(target) ?? 0)

  /** Only teachers who administer the content give access to a class of their own. */
  function findRestorable(resource: ContentRef, target: Target) {
    const found = toNewTarget(target)
    if (!found || 'userId' in found) return found
    const mayGrant = isTeacher && isOwnClass(target) && canManageAccess(getRows(resource), me)
    return mayGrant ? found : undefined
  }

  /** Whether the user only has access to the content through this permission. */
  const isOwnAccess = (resource: ContentRef, { id, target }: Permission) =>
    targetUserId(target) === me ||
    (isOwnClass(target) &&
      getRows(resource).every(
        row => row.id === id || (targetUserId(row.target) !== me && !isOwnClass(row.target)),
      ))

  async function send(resource: ContentRef, request: AccessRequest): Promise<RequestOutcome> {
    const grant = findGrant(resource, request)
    const isOwnGrant = grant !== undefined && isOwnAccess(resource, grant)
    const outcome = await getWrites(resource).request(request, getRows(resource))
    if (request.kind === 'grant') {
      if (outcome.kind === 'done') setMessage('userId' in request ? t('gave', { count: 1 }) : t('gaveClass'))
    } else if (grant && request.kind !== 'delete') {
      if (outcome.kind === 'lastAdmin') setConfirmation({ resource, reason: 'lastAdmin', request, grant })
      else if (outcome.kind !== 'done') return outcome
      else if (request.kind === 'change') {
        setMessage(t('changed', { name: grantTexts.nameOf(grant), role: t(`role.${roleOf(request.flags)}`) }))
      } else if (isOwnGrant) onOwnAccessRemoved(resource)
      else setRemoved({ resource, grant })
    }
    return outcome
  }

  return {
    confirmation,
    removed,
    canRestore: removed !== undefined && findRestorable(removed.resource, removed.grant.target) !== undefined,
    /** For screen readers. */
    message,
    send,
    confirmOrSend(resource: ContentRef, request: AccessRequest): void {
      setMessage('')
      setRemoved(undefined)
      if (request.kind === 'grant' || request.kind === 'delete') return void send(resource, request)
      const grant = findGrant(resource, request)
      const effect = getRequestEffect(getRows(resource), request, me)
      if (!grant || effect === 'noEffect') return
      const isPupil = people.get(targetUserId(grant.target) ?? 0)?.isTeacher === false
      const letsRead =
        request.kind === 'change' && readsSubmissions(request.flags) && !readsSubmissions(grant)
      const isFinal = request.kind === 'remove' && !findRestorable(resource, grant.target)
      const isLeaving =
        isFinal && !isTeacher && isOwnClass(grant.target) && !canManageAccess(getRows(resource), me)
      if (effect !== 'ordinary') {
        setConfirmation({ resource, reason: confirmationReasons[effect], request, grant })
      } else if (resource.field === 'todo_id' && isPupil && letsRead) {
        setConfirmation({ resource, reason: 'pupilWrites', request, grant })
      } else if (isFinal) {
        setConfirmation({ resource, reason: isLeaving ? 'leaving' : 'removeGroup', request, grant })
      } else void send(resource, request)
    },
    closeConfirmation(): void {
      if (confirmation && !getWrites(confirmation.resource).state().handOverStep) setConfirmation(undefined)
    },
    clearRemoved: () => setRemoved(undefined),
    restore(): void {
      const target = removed && findRestorable(removed.resource, removed.grant.target)
      setRemoved(undefined)
      if (!target) return
      const { resource, grant } = removed
      const end = typeof grant.expires_at === 'string' && { expires_at: grant.expires_at }
      void send(resource, { kind: 'grant', ...target, flags: flagsOf(roleOf(grant)), ...end })
    },
  }
}

type AccessRequestStatusProps = {
  requests: AccessRequests
  grantTexts: GrantTexts
  onRestore: () => void
}

/** A removal has a button that restores it. */
export function AccessRequestStatus({ requests, grantTexts, onRestore }: AccessRequestStatusProps) {
  const { removed, canRestore, message } = requests
  const t = useT('access')
  return (
    <div role="status">
      {removed && (
        <Notice tone="ok" {...(canRestore && { action: { label: t('giveBack'), run: onRestore } })}>
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
  content: ContentInfo
  rows: readonly Permission[]
  grantTexts: GrantTexts
  people: ReadonlyMap<number, KnownPerson>
  writes: AccessWrites
  onAccessLost: (message: string) => void
}

export function ConfirmRequestDialog(props: ConfirmRequestDialogProps) {
  const { requests, confirmation, content, rows, grantTexts, people, writes, onAccessLost } = props
  const { resource, reason, request, grant } = confirmation
  const t = useT('access')
  const { kind, short: name } = content
  const { handOverStep } = useSyncExternalStore(writes.subscribe, writes.state)
  const onClose = requests.closeConfirmation
  if (reason === 'lastAdmin') {
    return (
      <LastAdminDialog
        {...{ content, rows, request, people, writes, handOverStep, onClose }}
        resource={resource}
        grantTexts={grantTexts}
        last={grant}
        onDeleted={() => onAccessLost(t('gone.deleted', { name }))}
        onLeft={newAdmin =>
          onAccessLost(
            newAdmin ? t('gone.handedOver', { heir: newAdmin.name, name }) : t('gone.left', { name }),
          )
        }
      />
    )
  }
  const leavingLead = t(`leaving.lead.${kind === 'homework' || kind === 'chat' ? kind : 'other'}`)
  const confirm = () => {
    onClose()
    void requests.send(resource, request)
  }
  return (
    <ConfirmDialog
      title={t(`${reason}.title`, { name: grantTexts.nameOf(grant) })}
      cancel={{ label: reason === 'removeGroup' ? t('removeGroup.keep') : t(`${reason}.stay`), run: onClose }}
      confirm={{ label: t(`${reason}.confirm`), run: confirm }}
    >
      <p>{reason === 'leaving' ? leavingLead : t(`${reason}.lead`)}</p>
    </ConfirmDialog>
  )
}
