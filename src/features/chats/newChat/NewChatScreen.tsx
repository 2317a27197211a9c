import { Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readParam } from '../../../contract/wire.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { MessageToEachForm } from './MessageToEachForm.tsx'
import { NewChatForm } from './NewChatForm.tsx'
import { getDraftKey, isDraftKey, isKeyOfSeparate, readPrefill } from './newChatDraft.ts'

/** /chats/new?person=&user=&draft=, or with `NewChatState` in the router's state. */
export function NewChatScreen() {
  const t = useT('newChat')
  const navigate = useNavigate()
  const { state } = useLocation()
  const [searchParams] = useSearchParams()
  const name = searchParams.get('person') ?? ''
  const prefill = readPrefill(state, { name, id: readParam('user_id', searchParams.get('user') ?? '') })
  const draft = searchParams.get('draft') ?? ''
  const draftKey = isDraftKey(draft) ? draft : getDraftKey(prefill)
  const close = () => void navigate(paths.chats())
  const isSeparate = isKeyOfSeparate(draftKey)
  return (
    <Dialog
      title={t(isSeparate ? 'each.title' : 'title')}
      close={{ label: t('close'), run: close }}
      size="tall"
      hasAddress
    >
      <Suspense fallback={null}>
        {isSeparate ? (
          <MessageToEachForm key={draftKey} draftKey={draftKey} prefill={prefill} onClose={close} />
        ) : (
          <NewChatForm
            key={draftKey}
            draftKey={draftKey}
            prefill={prefill}
            onCreated={({ id }) =>
              void navigate(paths.chat(id), { replace: true, state: { keepsFocus: true, toWrite: true } })
            }
            onClose={close}
          />
        )}
      </Suspense>
    </Dialog>
  )
}
