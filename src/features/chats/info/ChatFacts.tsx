import type { Chat } from '../../../contract/chats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import styles from './ChatInfo.module.css'

/** When a chat was made and what may be done in it. */
export function ChatFacts({ chat }: { chat: Chat }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const made = instantOf(chat.created_at, timeZone)
  const facts = [
    { label: t('facts.made'), fact: made === undefined ? chat.created_at : format.date(made) },
    { label: t('facts.writing'), fact: t(chat.broadcast_only ? 'facts.admins' : 'facts.everybody') },
    { label: t('facts.files'), fact: t(chat.files_allowed ? 'facts.filesYes' : 'facts.filesNo') },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, fact }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
