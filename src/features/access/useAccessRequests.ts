import { useState } from 'react'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import type { AccessOf } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { type AccessRequest, flagsOf, isPerson, meaningOf, roleOf } from './grants.ts'
import type { LastAdminRequest } from './LastAdminDialog.tsx'
import type { AccessWrites, Outcome } from './permissionWrites.ts'

/** A dialog about the last admin of content, or about a change that the user can't undo. */
export type AccessQuestion = {
  of: AccessOf
  about: 'last' | 'leaving' | 'stepDown' | 'removeGroup'
  request: LastAdminRequest
  grant: Permission
}

const questions = { lastAdmin: 'last', ownExit: 'leaving', ownDemotion: 'stepDown' } as const

type AccessRequestsOptions = {
  /** Returns the grants on content as shown. */
  rowsOf: (of: AccessOf) => readonly Permission[]
  writesOf: (of: AccessOf) => AccessWrites
  /** Called after a change of a role, or after access was given to a person. */
  onDone: (request: AccessRequest, grant: Permission | undefined) => void
  /** Called after the user's own grant was removed. */
  onLeft: (of: AccessOf) => void
}

/** Sends changes of access. Keeps the dialog that a change needs, and the last removal, which can be undone. */
export function useAccessRequests({ rowsOf, writesOf, onDone, onLeft }: AccessRequestsOptions) {
  const me = useCurrentUser().id
  const [question, setQuestion] = useState<AccessQuestion>()
  const [removed, setRemoved] = useState<{ of: AccessOf; grant: Permission }>()
  const grantOf = (of: AccessOf, request: AccessRequest) =>
    request.kind === 'give' ? undefined : rowsOf(of).find(({ id }) => id === request.grantId)

  const run = async (of: AccessOf, request: AccessRequest): Promise<Outcome> => {
    const grant = grantOf(of, request)
    const outcome = await writesOf(of).ask(request, rowsOf(of))
    const { kind: became } = outcome
    if (request.kind === 'give') {
      if (became === 'done') onDone(request, undefined)
    } else if (grant && request.kind !== 'delete') {
      if (became === 'lastAdmin') setQuestion({ of, about: 'last', request, grant })
      else if (became !== 'done') return outcome
      else if (request.kind === 'change') onDone(request, grant)
      else if (targetUserId(grant.target) === me) onLeft(of)
      else setRemoved({ of, grant })
    }
    return outcome
  }

  return {
    question,
    removed,
    run,
    /** Opens a dialog for a request that can't be undone, and sends any other request at once. */
    ask(of: AccessOf, request: AccessRequest): void {
      setRemoved(undefined)
      if (request.kind === 'give' || request.kind === 'delete') return void run(of, request)
      const grant = grantOf(of, request)
      const meaning = meaningOf(rowsOf(of), request, me)
      if (!grant || meaning === 'nothing') return
      const isGroup = request.kind === 'remove' && !isPerson(grant.target)
      if (meaning !== 'plain') setQuestion({ of, about: questions[meaning], request, grant })
      else if (isGroup) setQuestion({ of, about: 'removeGroup', request, grant })
      else void run(of, request)
    },
    /** Closes the dialog. It can't be closed during a hand-over. */
    closeQuestion(): void {
      if (question && !writesOf(question.of).state().handing) setQuestion(undefined)
    },
    forgetRemoved: () => setRemoved(undefined),
    /** Gives a person the access again that was removed last. */
    restore(): void {
      const userId = removed && targetUserId(removed.grant.target)
      setRemoved(undefined)
      if (removed && userId !== undefined) {
        void run(removed.of, { kind: 'give', userId, flags: flagsOf(roleOf(removed.grant)) })
      }
    },
  }
}
