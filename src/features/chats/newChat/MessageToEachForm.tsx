import { Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { maxMessageLength } from '../../../contract/messages.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useDraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { PeoplePicker } from '../../access/people/PeoplePicker.tsx'
import { useOpenChatWith } from '../../homework/pupils/useOpenChatWith.ts'
import styles from './NewChat.module.css'
import { blankChat, newChatDraft, type Prefill } from './newChatDraft.ts'
import { sendToEach } from './sendToEach.ts'
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
    <SingleTabForm draft={draft} state={state} getLines={({ message }) => [message]}>
      <MessageToEachFields {...props} />
    </SingleTabForm>
  )
}

function MessageToEachFields({ draftKey, prefill, onClose }: MessageToEachFormProps) {
  const t = useT('newChat')
  const format = useFormat()
  const peopleRef = useRef<HTMLInputElement>(null)
  const formatError = useFormatError()
  const client = useQueryClient()
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const { name: ownName } = useCurrentUser()
  const { courseId, separate: _, ...prefilled } = prefill ?? { courseId: undefined }
  const { value, change } = useDraftForm(newChatDraft, draftKey, { ...blankChat, ...prefilled })
  const { picker } = useChatPeople({ ...value, classes: [] }, courseId)
  const group = useOpenChatWith()
  const people = value.people.map(({ id }) => ({ id, name: picker.nameOf(id) }))
  const send = useMutation({
    mutationFn: () => sendToEach(client, outbox, { draftKey, values: value, people, ownName, now: clock() }),
    onSuccess: ({ failed }) => {
      if (failed.length === 0) onClose()
      else change({ people: [...failed] })
    },
  })
  const count = people.length
  const error = send.error ?? send.data?.error
  const reason =
    (count === 0 && t('each.nobody')) ||
    (value.message.trim() === '' && t('each.empty')) ||
    (value.message.length > maxMessageLength &&
      t('errors.messageTooLong', { count: format.number(maxMessageLength) }))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !send.isPending) send.mutate()
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
        <fieldset disabled={send.isPending}>
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
        </fieldset>
        {error !== undefined && error !== null && !send.isPending && (
          <Notice tone="danger" role="alert">
            {t('each.failed', { count, reason: formatError(error) })}
          </Notice>
        )}
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
            <Button type="submit" variant="filled" aria-disabled={send.isPending}>
              {send.isPending ? t('each.sending') : t('each.send', { count })}
            </Button>
          </WhyDisabled>
        </Group>
      </footer>
    </form>
  )
}
