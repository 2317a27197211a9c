import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useT } from '../../../i18n/useT.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NewChatForm } from './NewChatForm.tsx'

/** /chats/new: the form over the list. */
export function NewChatScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const close = () => void navigate(paths.chats())
  return (
    <Dialog title={t('form.title')} close={{ label: t('close'), run: close }}>
      <Suspense fallback={null}>
        <NewChatForm
          onMade={chat =>
            void navigate(paths.chat(chat.id), { replace: true, state: { keepsFocus: true, toWrite: true } })
          }
          onClose={close}
        />
      </Suspense>
    </Dialog>
  )
}
