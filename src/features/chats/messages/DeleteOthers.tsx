import type { Message } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'

type DeleteOthersProps = { message: Message; confirm: () => void; refuse: () => void }

export function DeleteOthers({ message, confirm, refuse }: DeleteOthersProps) {
  const t = useT('polls')
  const name = harmlessName(message.user.name)
  return (
    <ConfirmDialog
      title={t('delete.others.title', { name })}
      keep={{ label: t('delete.others.keep'), run: refuse }}
      confirm={{ label: t('delete.others.run', { name }), run: confirm }}
    >
      {message.text.trim() !== '' && (
        <blockquote dir="auto">
          {message.text.slice(0, 300)}
          {message.text.length > 300 && '…'}
        </blockquote>
      )}
      <p>{t('delete.others.lead')}</p>
    </ConfirmDialog>
  )
}
