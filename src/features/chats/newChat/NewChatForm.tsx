import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { type Chat, maxChatNameLength, NewChat } from '../../../contract/chats.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { maxMessageLength } from '../../../contract/messages.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { type DraftForm, useDraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { SegmentedRadios } from '../../../ui/inputs/SegmentedRadios.tsx'
import { useEndpointForm } from '../../../ui/inputs/useEndpointForm.ts'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { CreatingNotice, getNameError } from './CreatingNotice.tsx'
import styles from './NewChat.module.css'
import {
  blankChat,
  isPrefilled,
  type NewChatDraft,
  type NewChatValues,
  newChatDraft,
  type Prefill,
} from './newChatDraft.ts'
import { useChatPeople } from './useChatPeople.ts'
import { useCreateChat } from './useCreateChat.ts'

type NewChatFormProps = {
  draftKey: string
  prefill: Prefill | undefined
  onCreated: (chat: Chat) => void
  onClose: () => void
}

export function NewChatForm(props: NewChatFormProps) {
  const { draft, state } = useDraft(newChatDraft, props.draftKey)
  return (
    <SingleTabForm draft={draft} state={state} getLines={({ name, message }) => [name, message]}>
      <NewChatFields {...props} />
    </SingleTabForm>
  )
}

function NewChatFields({ draftKey, prefill, onCreated, onClose }: NewChatFormProps) {
  const t = useT('newChat')
  const format = useFormat()
  const accessLabelId = useId()
  const nameRef = useRef<HTMLInputElement>(null)
  const peopleRef = useRef<HTMLInputElement>(null)
  const { creationState, send, verify } = useCreateChat(draftKey, onCreated)
  const nameError = getNameError(creationState)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the service refused the name.
  useEffect(() => {
    nameRef.current?.focus()
  }, [nameError])
  const { courseId: _, separate: _separate, ...prefilled } = prefill ?? { courseId: undefined }
  const initialValues: NewChatValues = { ...blankChat, ...prefilled }
  const draftForm = useDraftForm<NewChatDraft>(newChatDraft, draftKey, initialValues)
  // Its last change may not be saved yet.
  const [isRestored, setRestored] = useState(draftForm.state.value !== undefined)
  const { sent, ...draftValues } = draftForm.value
  const chatPeople = useChatPeople(draftValues, prefill?.courseId)
  const form = useEndpointForm({
    body: NewChat,
    initialValues: draftValues,
    toBody,
    getErrorMessage: (_, { code }) =>
      t(`errors.${code === 'too_big' ? 'tooLong' : 'missing'}`, { count: format.number(maxChatNameLength) }),
    getExtraErrors: ({ message }) => ({
      ...(chatPeople.problem && { people: chatPeople.problem }),
      ...(message.length > maxMessageLength && {
        message: t('errors.messageTooLong', { count: format.number(maxMessageLength) }),
      }),
    }),
    onValuesChange: draftForm.change,
  })
  const { values } = form
  const { data: profile } = useQuery(query(me.get, {}))
  const isForPupil = profile !== undefined && isPupil(profile)
  const { kind } = creationState
  const isBusy = kind === 'sending' || kind === 'checking' || kind === 'created'
  const toChat = (current: NewChatValues) => ({
    body: toBody(current),
    values: current,
    content: {
      targets: chatPeople.targets,
      canWrite: current.access === 'write',
      message: current.message,
      remindsOf: current.remindsOf,
    },
  })
  // After a crash, the chat of the draft may have been created.
  const pendingAttempt = useRef(kind === 'form' && isRestored ? sent : undefined)
  useEffect(() => {
    const attempt = pendingAttempt.current
    // Wait for the members of the classes.
    if (!attempt || chatPeople.problem) return
    pendingAttempt.current = undefined
    if (attempt.name === values.name.trim()) verify(toChat(values), attempt)
  })
  const restart = () => {
    draftForm.restart()
    setRestored(false)
    form.setValues(initialValues)
    nameRef.current?.focus()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.submit(() => {
        const current = form.getValues()
        if (!isBusy) send(toChat(current), draftForm.getValue().sent)
      })}
    >
      <Stack gap="lg" mt="sm" flex={1}>
        {isRestored && !isBusy && (
          <RestoredNotice draftForm={draftForm} prefill={prefill} onRestart={restart} />
        )}
        <fieldset disabled={isBusy}>
          <Stack gap="md">
            <TextInput
              ref={nameRef}
              label={t('name')}
              description={t('nameHint')}
              required
              autoComplete="off"
              {...form.getInputProps('name')}
              error={form.errors.name ?? (nameError && t('refused', { said: nameError }))}
            />
            <PeoplePicker
              ref={peopleRef}
              label={t('people')}
              path="people"
              error={form.errors.people}
              {...chatPeople.picker}
              onSelect={keys => {
                const people = toIds(keys, 'person').map(
                  id => values.people.find(person => person.id === id) ?? { id },
                )
                form.setValues({ classes: toIds(keys, 'class'), people })
              }}
            />
            <Group gap="sm">
              <span id={accessLabelId} aria-hidden>
                {t('access')}
              </span>
              <SegmentedRadios
                label={t('access')}
                options={[
                  { value: 'write', label: t('write') },
                  { value: 'read', label: t('read') },
                ]}
                value={values.access}
                onChange={access => form.setFieldValue('access', access)}
              />
            </Group>
            {!isForPupil && (
              <Checkbox
                label={t('broadcast')}
                description={t('broadcastHint')}
                {...form.getInputProps('broadcast', { type: 'checkbox' })}
              />
            )}
            <Checkbox
              label={t('files')}
              description={t('filesHint')}
              {...form.getInputProps('files', { type: 'checkbox' })}
            />
            <Textarea
              label={t('message')}
              description={t('messageHint')}
              attributes={{ input: { dir: 'auto' } }}
              classNames={{ input: styles.message ?? '' }}
              rows={2}
              {...form.getInputProps('message')}
            />
          </Stack>
        </fieldset>
        <CreatingNotice creationState={creationState} />
      </Stack>
      <footer className={styles.footer}>
        <Group gap="sm" wrap="nowrap" align="flex-start" flex="1 1 14rem">
          <IconEye aria-hidden className={styles.eye} />
          <div role="status">
            <p>
              {chatPeople.readerCount === undefined
                ? t('readersUnknown')
                : t('readers', { count: chatPeople.readerCount })}
            </p>
            {chatPeople.targets.length > 0 && (
              <Text size="sm" c="dimmed">
                {t(chatPeople.classCount > 0 ? 'requestsWithClass' : 'requests', {
                  count: chatPeople.targets.length,
                })}
              </Text>
            )}
            {chatPeople.classCount > 0 && (
              <Text size="sm" c="dimmed">
                {t('joinLater', { count: chatPeople.classCount })}
              </Text>
            )}
          </div>
        </Group>
        <Group gap="sm" className={styles.actions}>
          <Button variant="subtle" onClick={onClose}>
            {isBusy ? t('close') : t('cancel')}
          </Button>
          <Button type="submit" variant="filled" aria-disabled={isBusy}>
            {t(isBusy ? 'creating' : getSubmitKey(kind))}
          </Button>
        </Group>
      </footer>
    </form>
  )
}

const toBody = ({ name, broadcast, files }: NewChatValues) => ({
  name: name.trim(),
  broadcast_only: broadcast,
  files_allowed: files,
})

const toIds = (keys: readonly { kind: 'person' | 'class'; id: number }[], kind: 'person' | 'class') =>
  keys.filter(key => key.kind === kind).map(({ id }) => id)

function getSubmitKey(kind: string) {
  if (kind === 'notStored') return 'tryAgain'
  return kind === 'notApplied' || kind === 'uncertain' ? 'createAgain' : 'create'
}

type RestoredNoticeProps = {
  draftForm: DraftForm<NewChatDraft>
  prefill: Prefill | undefined
  onRestart: () => void
}

/** Shown if the form has a draft that differs from its link. */
function RestoredNotice({ draftForm, prefill, onRestart }: RestoredNoticeProps) {
  const t = useT('newChat')
  const format = useFormat()
  const now = useNow()
  const { restoredAt, value } = draftForm
  if (prefill && isPrefilled(value, prefill)) return null
  const count = prefill?.people.length ?? 0
  const label =
    count > 0
      ? t('restartFor', { count, name: prefill?.people[0]?.name ?? prefill?.name ?? '' })
      : t('restart')
  return (
    <Notice role="status" action={{ label, run: onRestart }}>
      {t('restored', { when: format.moment(restoredAt ?? now, now) })}
    </Notice>
  )
}
