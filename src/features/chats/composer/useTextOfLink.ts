import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import type { ChatState } from '../../../paths.ts'
import { mergeRemindedIds } from '../../homework/reminders/remindedIds.ts'
import type { ChatDraft } from '../messageDraft.ts'
import type { useComposer } from './useComposer.ts'

/** `toWrite` excludes a `NewChatState`, which an open chat receives while the user opens the form of a new chat. */
const GivenText = z.object({
  toWrite: z.literal(true),
  message: z.string(),
  remindsOf: z.optional(z.number()),
})

type Composer = Pick<ReturnType<typeof useComposer>, 'change'>

/** Puts the text of a link (`ChatState`) into the field once, above a message that was started before. */
export function useTextOfLink({ change }: Composer): void {
  const location = useLocation()
  const navigate = useNavigate()
  const given = z.safeParse(GivenText, location.state).data
  const canFill = given !== undefined
  const fill = useEffectEvent(() => {
    if (!given) return
    const { message, remindsOf } = given
    change(current => ({
      text: addText(message, current),
      // The field may contain a reminder of other homework.
      ...(remindsOf !== undefined && { remindsOf: mergeRemindedIds([remindsOf], current.remindsOf) }),
    }))
    // After a reload, the text must not appear again.
    const filled: ChatState = { toWrite: true }
    void navigate(location, {
      replace: true,
      preventScrollReset: true,
      state: { keepsFocus: true, ...filled },
    })
  })
  useEffect(() => {
    if (canFill) fill()
  }, [canFill])
}

/** A link that is opened again adds no second copy. */
function addText(message: string, { text }: ChatDraft): string {
  if (text.trim() === '') return message
  return text.includes(message) ? text : `${message}\n\n${text}`
}
