import { useT } from '../../i18n/useT.ts'
import type { ScreenAction } from '../../ui/ScreenHeader.tsx'
import { ScreenHeader } from '../../ui/ScreenHeader.tsx'

type PhoneHeadingProps = {
  /** The chat's name, where it is known. */
  name?: string | undefined
  /** Address of the list. */
  back: string
  /** Who is in the chat. */
  note?: string | undefined
  actions?: readonly ScreenAction[]
}

/** A chat as a page of its own: its name, and above it the way back to the others. */
export function PhoneHeading({ name, back, note, actions }: PhoneHeadingProps) {
  const t = useT('chats')
  return (
    <ScreenHeader
      title={name ?? t('title')}
      documentTitle={name === undefined ? t('title') : `${name} · ${t('title')}`}
      back={{ label: t('all'), to: back }}
      note={note}
      actions={actions}
    />
  )
}
