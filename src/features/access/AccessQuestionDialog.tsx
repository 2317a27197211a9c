import { useSyncExternalStore } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { type GrantWords, useReason } from './accessWords.ts'
import type { ContentWords } from './contentWords.ts'
import type { AccessRequest } from './grants.ts'
import { LastAdminDialog } from './LastAdminDialog.tsx'
import type { KnownPerson } from './people.ts'
import type { AccessWrites } from './permissionWrites.ts'
import type { AccessQuestion } from './useAccessRequests.ts'

type AccessQuestionDialogProps = {
  question: AccessQuestion
  content: ContentWords
  rows: readonly Permission[]
  words: GrantWords
  people: ReadonlyMap<number, KnownPerson>
  writes: AccessWrites
  close: () => void
  run: (request: AccessRequest) => void
  /** Called when the content was deleted or the user has lost their own access. `said`: message about it. */
  gone: (said: string) => void
}

/** Dialog before a change that deletes the content or that the user can't undo. */
export function AccessQuestionDialog(props: AccessQuestionDialogProps) {
  const { question, content, rows, words, people, writes, close, run, gone } = props
  const { of, about, request, grant } = question
  const t = useT('access')
  const { kind, short: name } = content
  const { handing } = useSyncExternalStore(writes.subscribe, writes.state)
  const reasonOf = useReason(kind, of.field)
  if (about === 'last') {
    return (
      <LastAdminDialog
        {...{ of, content, rows, request, words, people, writes, handing, reasonOf, close }}
        last={grant}
        onDeleted={() => gone(t('gone.deleted', { name }))}
        onLeft={heir =>
          gone(heir ? t('gone.handedOver', { heir: heir.name, name }) : t('gone.left', { name }))
        }
      />
    )
  }
  const exit = t(`leaving.lead.${kind === 'homework' || kind === 'chat' ? kind : 'other'}`)
  const confirm = () => {
    close()
    run(request)
  }
  return (
    <ConfirmDialog
      title={t(`${about}.title`, { name: words.nameOf(grant) })}
      cancel={{ label: about === 'removeGroup' ? t('removeGroup.keep') : t(`${about}.stay`), run: close }}
      confirm={{ label: t(`${about}.confirm`), run: confirm }}
    >
      <p>{about === 'leaving' ? exit : t(`${about}.lead`)}</p>
    </ConfirmDialog>
  )
}
