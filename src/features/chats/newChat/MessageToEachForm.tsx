import { Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { maxMessageLength } from '../../../contract/messages.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { useOpenChatWith } from '../../homework/pupils/useOpenChatWith.ts'
import styles from './NewChat.module.css'
import { blankChat, newChatDraft, type Prefill } from './newChatDraft.ts'
import { createEntriesToEach } from './newChatEntry.ts'
import { useChatPeople } from './useChatPeople.ts'

type MessageToEachFormProps = {
  draftKey: string
  prefill: Prefill | undefined
  onClose: () => void
}

/** A message to several people, who do not learn about each other. */
export function MessageToEachForm(props: MessageToEachFormProps) {
  const { draft, state } = useDraft(newChatDraft, props.draftKey)
  return (
    <DraftVersions draft={draft} state={state} getLines={({ message }) => [message]}>
      <MessageToEachFields {...props} />
    </DraftVersions>
  )
}

function MessageToEachFields({ draftKey, prefill, onClose }: MessageToEachFormProps) {
  const t = useT('newChat')
  const format = useFormat()
  const peopleRef = useRef<HTMLInputElement>(null)
  const { entries } = useDelivery()
  const { run, storageError } = useStoredAction()
  const runOnce = useSingleAction()
  const { name: ownName } = useCurrentUser()
  const { courseId, separate: _, ...prefilled } = prefill ?? { courseId: undefined }
  const { value, getValue, change, draft } = useDraftForm(newChatDraft, draftKey, {
    ...blankChat,
    ...prefilled,
  })
  const { picker } = useChatPeople({ ...value, classes: [] }, courseId)
  const group = useOpenChatWith()
  const people = value.people.map(({ id }) => ({ id, name: picker.nameOf(id) }))
  const send = async () => {
    const values = getValue()
    // The values of the link are not stored yet.
    draft.set(values)
    const messages = createEntriesToEach({ values, people, ownName })
    const isSent = await draft.submit(
      values,
      draftChange => entries.add(messages, draftChange),
      () => blankChat,
    )
    if (isSent) onClose()
  }
  const count = people.length
  const reason =
    (count === 0 && t('each.nobody')) ||
    (value.message.trim() === '' && t('each.empty')) ||
    (value.message.length > maxMessageLength &&
      t('errors.messageTooLong', { count: format.number(maxMessageLength) }))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason) runOnce(() => run(send))
  }
  const openGroup = () => {
    const { name, message, remindsOf } = value
    const userIds = people.map(({ id }) => id)
    group.openGroup({
      ...(courseId !== undefined && { courseId }),
      ...{ userIds, name, message },
      ...(remindsOf !== undefined && { remindsOf }),
    })
  }
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <Stack gap="lg" mt="sm" flex={1}>
        <Stack gap="md">
          <PeoplePicker
            ref={peopleRef}
            label={t('people')}
            path="people"
            {...picker}
            classes={[]}
            onSelect={keys =>
              change({ people: keys.map(({ id }) => value.people.find(one => one.id === id) ?? { id }) })
            }
          />
          <Textarea
            label={t('each.message')}
            attributes={{ input: { dir: 'auto' } }}
            classNames={{ input: styles.message ?? '' }}
            data-autofocus
            rows={4}
            value={value.message}
            onChange={({ currentTarget }) => change({ message: currentTarget.value })}
          />
        </Stack>
        {storageError}
        {count > 1 && (
          <Text size="sm" c="dimmed">
            {t('each.groupHint', { count: format.number(count) })}{' '}
            <UnstyledButton variant="link" aria-disabled={group.isSearching} onClick={openGroup}>
              {t('each.group', { count: format.number(count) })}
            </UnstyledButton>
          </Text>
        )}
      </Stack>
      <footer className={styles.footer}>
        <Group gap="sm" wrap="nowrap" align="flex-start" flex="1 1 14rem">
          <IconEye aria-hidden className={styles.eye} />
          <span role="status">{t('each.lead', { count })}</span>
        </Group>
        <Group gap="sm" className={styles.actions}>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <WhyDisabled reason={reason}>
            <Button type="submit" variant="filled">
              {t('each.send', { count })}
            </Button>
          </WhyDisabled>
        </Group>
      </footer>
    </form>
  )
}
