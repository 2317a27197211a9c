import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { NewChatForm } from './NewChatForm.tsx'

/** /chats/new?person=: the form over the list. Made for a person, the chat opens with the way to add them. */
export function NewChatScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const person = useSearchParams()[0].get('person') ?? ''
  const close = () => void navigate(paths.chats())
  return (
    <Dialog title={t('form.title')} close={{ label: t('close'), run: close }}>
      <Suspense fallback={null}>
        <NewChatForm
          person={person}
          onMade={({ id }) => {
            const pathname = paths.chat(id)
            const state = { keepsFocus: true, toWrite: true }
            if (person === '') void navigate(pathname, { replace: true, state })
            else {
              const added = paths.withAccess({ pathname, search: '' }, { field: 'chat_id', id })
              void navigate(added, { replace: true, state })
            }
          }}
          onClose={close}
        />
      </Suspense>
    </Dialog>
  )
}
