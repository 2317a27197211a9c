import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'
import styles from './ChatRow.module.css'
import { lastLine, type OwnMark } from './lastLine.ts'

/** The line below a chat's name: what was said last, or what of one's own has not arrived. */
export function LastWords({ chat, mark }: { chat: Chat; mark: OwnMark | undefined }) {
  const t = useT('chats')
  const { id } = usePerson()
  const line = lastLine(chat, mark, id)
  if (line.kind === 'unknown') return <span className={styles.words} />
  if (line.kind === 'empty') return <span className={styles.words}>{t('line.empty')}</span>
  if (line.kind !== 'message') {
    return (
      <span className={styles.words} data-own={line.kind}>
        {line.kind === 'failed' && <IconAlertTriangle aria-hidden />}
        {line.kind === 'waiting' && <IconClock aria-hidden />}
        <b>{t(`line.${line.kind}`)}</b> <bdi>{line.text || t('line.files')}</bdi>
      </span>
    )
  }
  const { by, what, text } = line
  return (
    <span className={styles.words}>
      {by === 'you' && `${t('line.you')} `}
      {typeof by === 'object' && (
        <>
          <bdi>{t('line.by', { name: harmlessName(by.name) })}</bdi>{' '}
        </>
      )}
      {what === 'poll' && `${t('line.poll')} `}
      <bdi>{what === 'files' ? t('line.files') : text}</bdi>
    </span>
  )
}
