import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { type Chat, maxChatNameLength, NewChat } from '../../../contract/chats.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { maxMessageLength } from '../../../contract/messages.ts'
import { useDelivery, useEntries } from '../../../delivery/DeliveryContext.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { type DraftForm, useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { SegmentedRadios } from '../../../ui/inputs/SegmentedRadios.tsx'
import { useEndpointForm } from '../../../ui/inputs/useEndpointForm.ts'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { PendingWrites } from '../../unsent/PendingWrites.tsx'
import styles from './NewChat.module.css'
import { blankChat, isPrefilled, type NewChatDraft, newChatDraft, type Prefill } from './newChatDraft.ts'
import { createChatEntry, getCreatedChat, newChatLanePrefix } from './newChatEntry.ts'
import { useChatPeople } from './useChatPeople.ts'

type NewChatFormProps = {
  draftKey: string
  prefill: Prefill | undefined
  onCreated: (chat: Chat) => void
  onClose: () => void
}

/** The form, and after that the state of the entry until the chat exists. */
export function NewChatForm(props: NewChatFormProps) {
  const { draft, state } = useDraft(newChatDraft, props.draftKey)
  const [lane, setLane] = useState<string>()
  const entry = useEntries(newChatLanePrefix).find(each => each.lane === lane)
  const chat = entry && getCreatedChat(entry)
  const handleCreated = useEffectEvent(() => chat && props.onCreated(chat))
  useEffect(() => {
    if (chat?.id !== undefined) handleCreated()
  }, [chat?.id])
  if (entry) return <PendingWrites lane={entry.lane} />
  return (
    <DraftVersions draft={draft} state={state} getLines={({ name, message }) => [name, message]}>
      <NewChatFields {...props} onSubmitted={setLane} />
    </DraftVersions>
  )
}

type NewChatFieldsProps = Omit<NewChatFormProps, 'onCreated'> & { onSubmitted: (lane: string) => void }

function NewChatFields({ draftKey, prefill, onSubmitted, onClose }: NewChatFieldsProps) {
  const t = useT('newChat')
  const format = useFormat()
  const accessLabelId = useId()
  const nameRef = useRef<HTMLInputElement>(null)
  const peopleRef = useRef<HTMLInputElement>(null)
  const { entries } = useDelivery()
  const { run, storageError } = useStoredAction()
  const runOnce = useSingleAction()
  useEffect(() => {
    nameRef.current?.focus()
  }, [])
  const { courseId: _, separate: _separate, ...prefilled } = prefill ?? { courseId: undefined }
  const initialValues: NewChatDraft = { ...blankChat, ...prefilled }
  const draftForm = useDraftForm(newChatDraft, draftKey, initialValues)
  // Its last change may not be saved yet.
  const [isRestored, setRestored] = useState(draftForm.state.value !== undefined)
  const chatPeople = useChatPeople(draftForm.value, prefill?.courseId)
  const form = useEndpointForm({
    body: NewChat,
    initialValues: draftForm.value,
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
  const create = async () => {
    const values = form.getValues()
    const entry = createChatEntry({
      lane: `${newChatLanePrefix}${randomUuid()}`,
      title: t('entry', { name: values.name.trim() }),
      ...{ draftKey, values, targets: chatPeople.targets },
    })
    // The values of the link are not stored yet.
    draftForm.draft.set(values)
    const isSubmitted = await draftForm.draft.submit(
      values,
      draftChange => entries.add([entry], draftChange),
      () => blankChat,
    )
    if (isSubmitted) onSubmitted(entry.lane)
  }
  const restart = () => {
    draftForm.restart()
    setRestored(false)
    form.setValues(initialValues)
    nameRef.current?.focus()
  }
  return (
    <form className={styles.form} noValidate onSubmit={form.submit(() => runOnce(() => run(create)))}>
      <Stack gap="lg" mt="sm" flex={1}>
        {isRestored && <RestoredNotice draftForm={draftForm} prefill={prefill} onRestart={restart} />}
        <Stack gap="md">
          <TextInput
            ref={nameRef}
            label={t('name')}
            description={t('nameHint')}
            required
            autoComplete="off"
            {...form.getInputProps('name')}
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
        {storageError}
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
            {t('cancel')}
          </Button>
          <Button type="submit" variant="filled">
            {t('create')}
          </Button>
        </Group>
      </footer>
    </form>
  )
}

const toBody = ({ name, broadcast, files }: NewChatDraft) => ({
  name: name.trim(),
  broadcast_only: broadcast,
  files_allowed: files,
})

const toIds = (keys: readonly { kind: 'person' | 'class'; id: number }[], kind: 'person' | 'class') =>
  keys.filter(key => key.kind === kind).map(({ id }) => id)

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
