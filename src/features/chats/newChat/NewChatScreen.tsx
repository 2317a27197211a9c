import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Chat, chats, NewChat } from '../../../contract/chats.ts'
import { readParam } from '../../../contract/wire.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { cutText } from '../../../lib/cutText.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { OneWriter } from '../../../ui/feedback/OneWriter.tsx'
import { useEndpointForm } from '../../../ui/inputs/useEndpointForm.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import {
  blankChat,
  type Creating,
  longestName,
  type NewChatBody,
  type NewChatDraft,
  newChatDraft,
  newChatKey,
  type Partner,
  useChatCreation,
} from './createChat.ts'

/**
 * /chats/new?person=&user=: the form over the list. If it was opened for a person, the new chat opens with the access
 * drawer to add them. If their ID is known, the drawer has chosen them.
 */
export function NewChatScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const person = address.get('person') ?? ''
  const id = readParam('user_id', address.get('user') ?? '')
  const partner = person === '' ? undefined : { name: person, id }
  const close = () => void navigate(paths.chats())
  return (
    <Dialog title={t('form.title')} close={{ label: t('close'), run: close }}>
      <Suspense fallback={null}>
        <NewChatForm
          partner={partner}
          onMade={(chat, madeFor) => {
            const pathname = paths.chat(chat.id)
            const state = { keepsFocus: true, toWrite: true }
            if (!madeFor) void navigate(pathname, { replace: true, state })
            else {
              const access = paths.withAccess({ pathname, search: '' }, { field: 'chat_id', id: chat.id })
              void navigate(access, { replace: true, state: { ...state, toAdd: madeFor.id } })
            }
          }}
          onClose={close}
        />
      </Suspense>
    </Dialog>
  )
}

type NewChatFormProps = {
  /** The other person. Their name is the initial name of the chat if there is no draft. */
  partner: Partner | undefined
  onMade: (chat: Chat, partner: Partner | undefined) => void
  onClose: () => void
}

export function NewChatForm(props: NewChatFormProps) {
  const { draft, state } = useDraft(newChatDraft, newChatKey)
  return (
    <OneWriter draft={draft} state={state} lines={({ name }) => [name]}>
      <NewChatFields {...props} draft={draft} state={state} />
    </OneWriter>
  )
}

type NewChatFieldsProps = NewChatFormProps & {
  draft: OpenDraft<NewChatDraft>
  state: DraftState<NewChatDraft>
}

function NewChatFields({ partner, onMade, onClose, draft, state }: NewChatFieldsProps) {
  const t = useT('chats')
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const { creating, send, lookAgain } = useCreateChat(partner, onMade)
  const refused = saidOfName(creating)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the service found something wrong with it.
  useEffect(() => {
    field.current?.focus()
  }, [refused])
  const form = useEndpointForm({
    body: NewChat,
    initialValues: state.value ?? { ...blankChat, name: cutText(partner?.name ?? '', longestName) },
    toBody: ({ name, broadcast, files }) => ({
      name: name.trim(),
      broadcast_only: broadcast,
      files_allowed: files,
    }),
    sentence: (_, { code }) =>
      t(`form.errors.${code === 'too_big' ? 'tooLong' : 'missing'}`, { count: format.number(longestName) }),
    onValuesChange: values => draft.set(values),
  })
  const busy = creating.kind === 'sending' || creating.kind === 'checking' || creating.kind === 'made'
  return (
    <form
      noValidate
      onSubmit={form.submit(body => {
        if (!busy && creating.kind !== 'uncertain') send(body)
      })}
    >
      <Stack gap="lg" mt="sm">
        <fieldset disabled={busy || creating.kind === 'uncertain'}>
          <Stack gap="md">
            <TextInput
              ref={field}
              label={t('form.name')}
              description={t('form.nameHint')}
              required
              autoComplete="off"
              {...form.getInputProps('name')}
              error={form.errors.name ?? (refused && t('form.refused', { said: refused }))}
            />
            <Checkbox
              label={t('form.broadcast')}
              description={t('form.broadcastHint')}
              {...form.getInputProps('broadcast', { type: 'checkbox' })}
            />
            <Checkbox
              label={t('form.files')}
              description={t('form.filesHint')}
              {...form.getInputProps('files', { type: 'checkbox' })}
            />
          </Stack>
        </fieldset>
        <Group wrap="nowrap" align="flex-start" gap="sm" fz="sm" lh="sm" c="dimmed">
          <IconUsers aria-hidden />
          {t('form.people')}
        </Group>
        <CreatingNotice creating={creating} />
        <Group gap="sm">
          {creating.kind === 'uncertain' ? (
            <Button variant="filled" onClick={lookAgain}>
              {t('form.lookAgain')}
            </Button>
          ) : (
            <Button type="submit" variant="filled" aria-disabled={busy}>
              {busy ? t('form.creating') : t('form.create')}
            </Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            {busy ? t('close') : t('form.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the service's error about the name, which is shown at the field. */
const saidOfName = (creating: Creating): string | undefined =>
  creating.kind === 'form' && creating.error instanceof ApiError ? creating.error.fields.name : undefined

function CreatingNotice({ creating }: { creating: Creating }) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  if (creating.kind === 'sending') return <GoesOn />
  if (creating.kind === 'checking') return <Notice role="status">{t('form.checking')}</Notice>
  if (creating.kind === 'notThere' || creating.kind === 'uncertain') {
    return (
      <Notice tone="warn" role="alert">
        {t(`form.${creating.kind}`)}
      </Notice>
    )
  }
  if (creating.kind !== 'form' || creating.error === undefined || saidOfName(creating)) return null
  const { error } = creating
  const own = error instanceof ApiError && error.kind === 'invalid' ? error.said : undefined
  return (
    <Notice tone="danger" role="alert">
      {t('form.failed')} {own ? t('form.refused', { said: own }) : errorSentence(error, tErrors, format.time)}
    </Notice>
  )
}

/** A response within this time needs no notice, in ms. */
const aWhile = 1500

function GoesOn() {
  const t = useT('chats')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), aWhile)
    return () => clearTimeout(timer)
  }, [])
  return isLong ? <Notice role="status">{t('form.goesOn')}</Notice> : null
}

/** Returns the creation of a chat. Calls `onMade` only while the form is open. */
function useCreateChat(partner: Partner | undefined, onMade: NewChatFormProps['onMade']) {
  const client = useQueryClient()
  const outbox = useOutbox()
  const creation = useChatCreation()
  const creating = useSyncExternalStore(creation.subscribe, creation.state)
  const open = useEffectEvent((chat: Chat, madeFor: Partner | undefined) => {
    client.setQueryData(keyOf(chats.get, { chat_id: chat.id }), chat)
    onMade(chat, madeFor)
  })
  useEffect(() => {
    if (creating.kind === 'made') open(creating.chat, creating.partner)
  }, [creating])
  /** Discards the draft once the chat exists, even if the form is closed by then. */
  const thenDiscard = (made: Promise<boolean>) => {
    const discard = withDraft(outbox, newChatDraft, newChatKey, async draft => {
      if (await made) await draft.discard()
    })
    // If it is not discarded, it appears in the field again, so no text is lost.
    discard.catch(() => undefined)
  }
  return {
    creating,
    send: (body: NewChatBody) => thenDiscard(creation.send(body, partner)),
    lookAgain: () => thenDiscard(creation.lookAgain()),
  }
}
