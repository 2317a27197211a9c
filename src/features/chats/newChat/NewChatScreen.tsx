import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Chat, chats, NewChat } from '../../../contract/chats.ts'
import { readParam } from '../../../contract/wire.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useDraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { useEndpointForm } from '../../../ui/inputs/useEndpointForm.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import {
  blankChat,
  type CreationState,
  maxNameLength,
  type NewChatBody,
  newChatDraft,
  newChatKey,
  type Partner,
  useChatCreation,
} from './createChat.ts'

/** /chats/new?person=&user=. For a person, it opens the access drawer of the new chat. */
export function NewChatScreen() {
  const t = useT('chats')
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const person = searchParams.get('person') ?? ''
  const id = readParam('user_id', searchParams.get('user') ?? '')
  const partner = person === '' ? undefined : { name: person, id }
  const given = readNewChatState(useLocation().state)
  const close = () => void navigate(paths.chats())
  return (
    <Dialog title={t('form.title')} close={{ label: t('close'), run: close }}>
      <Suspense fallback={null}>
        <NewChatForm
          partner={partner}
          givenName={given.name}
          onCreated={(chat, createdFor) => {
            const pathname = paths.chat(chat.id)
            const { message, remindsOf } = given
            const state = { keepsFocus: true, toWrite: true, message, remindsOf }
            if (!createdFor) void navigate(pathname, { replace: true, state })
            else {
              const access = paths.withAccess({ pathname, search: '' }, { field: 'chat_id', id: chat.id })
              void navigate(access, { replace: true, state: { ...state, toAdd: createdFor.id } })
            }
          }}
          onClose={close}
        />
      </Suspense>
    </Dialog>
  )
}

const GivenState = z.object({
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  remindsOf: z.optional(z.number()),
})

/** Reads the `NewChatState` of a link. */
const readNewChatState = (state: unknown) => z.safeParse(GivenState, state).data ?? {}

type NewChatFormProps = {
  /** Their name is the initial name of the chat. */
  partner: Partner | undefined
  givenName?: string | undefined
  onCreated: (chat: Chat, partner: Partner | undefined) => void
  onClose: () => void
}

export function NewChatForm(props: NewChatFormProps) {
  const { draft, state } = useDraft(newChatDraft, newChatKey)
  return (
    <SingleTabForm draft={draft} state={state} getLines={({ name }) => [name]}>
      <NewChatFields {...props} />
    </SingleTabForm>
  )
}

function NewChatFields({ partner, givenName, onCreated, onClose }: NewChatFormProps) {
  const t = useT('chats')
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const { creationState, send } = useCreateChat(partner, onCreated)
  const nameError = getNameError(creationState)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the service refused the name.
  useEffect(() => {
    field.current?.focus()
  }, [nameError])
  const name = truncateText(partner?.name ?? givenName ?? '', maxNameLength)
  const draftForm = useDraftForm(newChatDraft, newChatKey, { ...blankChat, name })
  const form = useEndpointForm({
    body: NewChat,
    initialValues: draftForm.value,
    toBody: ({ name, broadcast, files }) => ({
      name: name.trim(),
      broadcast_only: broadcast,
      files_allowed: files,
    }),
    getErrorMessage: (_, { code }) =>
      t(`form.errors.${code === 'too_big' ? 'tooLong' : 'missing'}`, { count: format.number(maxNameLength) }),
    onValuesChange: draftForm.change,
  })
  const isBusy =
    creationState.kind === 'sending' || creationState.kind === 'checking' || creationState.kind === 'created'
  const isLost = creationState.kind === 'notApplied' || creationState.kind === 'uncertain'
  return (
    <form
      noValidate
      onSubmit={form.submit(body => {
        if (!isBusy) send(body)
      })}
    >
      <Stack gap="lg" mt="sm">
        <fieldset disabled={isBusy}>
          <Stack gap="md">
            <TextInput
              ref={field}
              label={t('form.name')}
              description={t('form.nameHint')}
              required
              autoComplete="off"
              {...form.getInputProps('name')}
              error={form.errors.name ?? (nameError && t('form.refused', { said: nameError }))}
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
        <CreatingNotice creationState={creationState} />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={isBusy}>
            {t(`form.${isBusy ? 'creating' : isLost ? 'createAgain' : 'create'}`)}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {isBusy ? t('close') : t('form.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const getNameError = (creationState: CreationState): string | undefined =>
  creationState.kind === 'form' && creationState.error instanceof ApiError
    ? creationState.error.fields.name
    : undefined

function CreatingNotice({ creationState }: { creationState: CreationState }) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  if (creationState.kind === 'sending') return <SlowNotice />
  if (creationState.kind === 'checking') return <Notice role="status">{t('form.checking')}</Notice>
  if (creationState.kind === 'notApplied' || creationState.kind === 'uncertain') {
    return (
      <Notice tone="warn" role="alert">
        {t(`form.${creationState.kind}`)}
      </Notice>
    )
  }
  if (creationState.kind !== 'form' || creationState.error === undefined || getNameError(creationState))
    return null
  const { error } = creationState
  const serviceMessage = error instanceof ApiError && error.kind === 'invalid' ? error.said : undefined
  return (
    <Notice tone="danger" role="alert">
      {t('form.failed')}{' '}
      {serviceMessage
        ? t('form.refused', { said: serviceMessage })
        : formatError(error, tErrors, format.time)}
    </Notice>
  )
}

/** Delay of the notice, in ms. */
const noticeDelay = 1500

function SlowNotice() {
  const t = useT('chats')
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), noticeDelay)
    return () => clearTimeout(timer)
  }, [])
  return isSlow ? <Notice role="status">{t('form.goesOn')}</Notice> : null
}

/** Calls `onCreated` only while the form is open. */
function useCreateChat(partner: Partner | undefined, onCreated: NewChatFormProps['onCreated']) {
  const client = useQueryClient()
  const outbox = useOutbox()
  const creation = useChatCreation()
  const creationState = useSyncExternalStore(creation.subscribe, creation.getState)
  const handleCreated = useEffectEvent((chat: Chat, createdFor: Partner | undefined) => {
    client.setQueryData(keyOf(chats.get, { chat_id: chat.id }), chat)
    onCreated(chat, createdFor)
  })
  useEffect(() => {
    if (creationState.kind === 'created') handleCreated(creationState.chat, creationState.partner)
  }, [creationState])
  /** Also if the form is closed by then. */
  const discardAfter = (created: Promise<boolean>) => {
    const discard = withDraft(outbox, newChatDraft, newChatKey, async draft => {
      if (await created) await draft.discard()
    })
    // A draft that can't be discarded appears again, so no text is lost.
    discard.catch(() => undefined)
  }
  return {
    creationState,
    send: (body: NewChatBody) => discardAfter(creation.send(body, partner)),
  }
}
