import { IconMessage, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { query } from '../../../api/query.ts'
import { paths } from '../../../app/paths.ts'
import { chats } from '../../../contract/chats.ts'
import { permissions } from '../../../contract/permissions.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { countPeople } from '../composer/audience.ts'
import styles from './Talk.module.css'
import { useTalk } from './TalkContext.ts'

/** A chat nobody has written in. */
export function TalkEmpty({ chatId }: { chatId: number }) {
  const { t } = useTalk()
  // As the list has it, which every screen of chats keeps.
  const chat = useQuery(query(chats.list, {})).data?.rows.find(({ id }) => id === chatId)
  const location = useLocation()
  // What the line above the field has asked for; where neither says how many there are, nothing is said of it.
  const access = useQuery({ ...query(permissions.list, { chat_id: chatId }), enabled: false })
  const people = chat?.member_count ?? countPeople(access.data?.rows)
  const alone = people === 1
  const mayAdd = chat?.is_admin === true && (alone || people === undefined)
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<IconMessage aria-hidden />}
        title={t('empty')}
        actions={
          mayAdd && (
            <Link
              className={buttonClass()}
              to={paths.withAccess(location, { field: 'chat_id', id: chatId })}
              state={{ keepsFocus: true }}
            >
              <IconUserPlus aria-hidden />
              {t('addPeople')}
            </Link>
          )
        }
      >
        {t(alone ? 'emptyAlone' : 'emptyHint')}
      </EmptyState>
    </div>
  )
}
