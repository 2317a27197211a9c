import { useEffect, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isFocusLost } from '../../../ui/isFocusLost.ts'
import { NewPollForm } from './NewPollForm.tsx'

type NewPollProps = { chat: Chat; close: () => void }

/**
 * A question to everyone in a chat, with answers to choose from. What is written is kept until it is sent; until what was
 * kept is read it suspends, so that it opens at its full size.
 */
export function NewPoll({ chat, close }: NewPollProps) {
  const t = useT('polls')
  const writeOn = useFocusBack()
  return (
    <Dialog title={t('form.title')} close={{ label: t('form.close'), run: close }} size="tall">
      <NewPollForm
        chat={chat}
        close={close}
        sent={() => {
          writeOn()
          close()
        }}
      />
    </Dialog>
  )
}

/** To where one was, or, once it answers, to the field one writes in there. */
function useFocusBack(): () => void {
  // Before the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  const goesOn = useRef(false)
  useEffect(
    () => () => {
      const to = goesOn.current ? (opener?.closest('form')?.querySelector('textarea') ?? opener) : opener
      setTimeout(() => {
        if (isFocusLost() && to instanceof HTMLElement) to.focus()
      })
    },
    [opener],
  )
  return () => {
    goesOn.current = true
  }
}
