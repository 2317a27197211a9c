import { Button, Center, Group, Kbd, Text } from '@mantine/core'
import { IconAlignLeft, IconLock, IconPaperclip } from '@tabler/icons-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { type Chat, whyReadOnly } from '../../../contract/chats.ts'
import { maxMessageLength } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { FilePicker } from '../../../ui/inputs/FilePicker.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { AudienceLine, ConfirmAudience, useAudience, useIsRareSender } from '../Audience.tsx'
import { MessageField } from '../MessageField.tsx'
import { getDraftLines, getMessageText, hasContent } from '../messageDraft.ts'
import { SendLater, SendLaterButton } from '../scheduled/SendLater.tsx'
import styles from './Composer.module.css'
import { ConfirmationButton, ConfirmationRequest } from './ConfirmationRequest.tsx'
import { DraftFiles } from './DraftFiles.tsx'
import { DraftQuote } from './DraftQuote.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { useComposer } from './useComposer.ts'
import { getFilesDisabledReason, useMessageFiles } from './useMessageFiles.ts'
import { useTextOfLink } from './useTextOfLink.ts'

const NewPoll = lazyComponent(async () => (await import('../polls/PollForm.tsx')).NewPoll, 'polls')

/** The message editor, or the reason why the user can't write. */
export function Composer({ chat }: { chat: Chat }) {
  const t = useT('composer')
  const readOnlyReason = whyReadOnly(chat)
  if (readOnlyReason) {
    return (
      <Group
        wrap="nowrap"
        gap="sm"
        px="var(--gutter)"
        pt="md"
        pb="lg"
        fz="sm"
        lh="sm"
        c="dimmed"
        style={{ borderTop: '1px solid var(--rule)' }}
      >
        <IconLock aria-hidden />
        {t(`readOnly.${readOnlyReason}`)}
      </Group>
    )
  }
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <ChatEditor key={chat.id} chat={chat} />
    </Suspense>
  )
}

/** Computes the audience outside of the editor, which renders for each typed character. */
function ChatEditor({ chat }: { chat: Chat }) {
  const audience = useAudience(chat)
  return <MessageEditor chat={chat} audience={audience} />
}

function EditorSkeleton() {
  return (
    <div className={styles.composer} aria-hidden>
      <div className={`${styles.editor} ${styles.skeleton}`} />
      <AudienceLine sentence="" />
    </div>
  )
}

type MessageEditorProps = { chat: Chat; audience: ReturnType<typeof useAudience> }

function MessageEditor({ chat, audience }: MessageEditorProps) {
  const t = useT('composer')
  const field = useRef<HTMLTextAreaElement>(null)
  const composer = useComposer(chat)
  const { value, state, draft, change, send, isRefused } = composer
  useTextOfLink(composer)
  const filesDisabledReason = getFilesDisabledReason(chat, value)
  const [isFilesNoticeShown, setFilesNoticeShown] = useState(false)
  const tConfirmations = useT('confirmations')
  const asksToConfirm = value.confirmText !== undefined
  const [isPollFormOpen, setPollFormOpen] = useState(false)
  const [isSendLaterOpen, setSendLaterOpen] = useState(false)
  const files = useMessageFiles(chat.id, change, filesDisabledReason && (() => setFilesNoticeShown(true)))
  const isRareSender = useIsRareSender(chat, audience.people)
  /** Number of times that the confirmation opened. 0 while it is closed. */
  const [confirmationCount, setConfirmationCount] = useState(0)
  const [isConfirmed, setConfirmed] = useState(false)
  const excessCharacters = getMessageText(value).length - maxMessageLength
  const problem =
    (value.files.length > 0 && filesDisabledReason && t(`files.${filesDisabledReason}`)) ||
    (files.isStoring && t('cannotSend.storing')) ||
    (!hasContent(value) && t('cannotSend.empty')) ||
    (excessCharacters > 0 && t('cannotSend.tooLong'))

  useEffect(() => {
    const chatSection = field.current?.closest('section')
    // If the chat still has the focus, it was opened for writing.
    if (chatSection && document.activeElement === chatSection) field.current?.focus()
  }, [])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (problem) return
    if (confirmationCount > 0 || (isRareSender() && !isConfirmed)) setConfirmationCount(confirmationCount + 1)
    else sendNow()
  }
  const toggleConfirmation = () => {
    setFilesNoticeShown(false)
    change(() => ({ confirmText: asksToConfirm ? undefined : tConfirmations('option') }))
    field.current?.focus()
  }
  const sendNow = () => {
    setConfirmationCount(0)
    setConfirmed(true)
    files.clearRefused()
    send()
    field.current?.focus()
  }
  return (
    <>
      <form className={styles.composer} onSubmit={submit} {...files.dropHandlers}>
        {/* The field has no state of its own, so it is not mounted again. */}
        <DraftVersions draft={draft} state={{ ...state, formKey: 0 }} getLines={getDraftLines}>
          <EditorNotices
            isStored={state.isPersistent}
            isRefused={isRefused}
            filesDisabledReason={(isFilesNoticeShown || value.files.length > 0) && filesDisabledReason}
            refused={files.refused}
          />
          <div
            className={styles.editor}
            data-over={files.isDragOver || undefined}
            data-confirm={asksToConfirm || undefined}
          >
            <DraftQuote
              quote={value.quote}
              onRemove={() => {
                change(() => ({ quote: undefined }))
                field.current?.focus()
              }}
            />
            {asksToConfirm && <ConfirmationRequest onRemove={toggleConfirmation} />}
            <DraftFiles
              files={value.files}
              isStoring={files.isStoring}
              onRemove={id => {
                files.remove(id)
                field.current?.focus()
              }}
            />
            <div className={styles.line}>
              <MessageField
                field={field}
                chat={chat}
                text={value.text}
                excessCharacters={excessCharacters}
                onChange={text => {
                  setFilesNoticeShown(false)
                  change(() => ({ text }))
                }}
                onSend={submit}
              />
              <div className={styles.buttons}>
                <FilePicker label={t('files.choose')} onFiles={files.add}>
                  {choose => (
                    <WhyDisabled reason={filesDisabledReason && t(`files.${filesDisabledReason}`)}>
                      <Button
                        variant="subtle"
                        size="sm"
                        className={styles.toolButton ?? ''}
                        aria-label={t('file')}
                        c="dimmed"
                        onClick={choose}
                      >
                        <IconPaperclip aria-hidden />
                        <Text span inherit visibleFrom="sm">
                          {t('file')}
                        </Text>
                      </Button>
                    </WhyDisabled>
                  )}
                </FilePicker>
                <Button
                  variant="subtle"
                  size="sm"
                  className={styles.toolButton ?? ''}
                  aria-label={t('poll')}
                  aria-haspopup="dialog"
                  c="dimmed"
                  onClick={() => setPollFormOpen(true)}
                >
                  <IconAlignLeft aria-hidden style={{ strokeWidth: 3 }} />
                  <Text span inherit visibleFrom="sm">
                    {t('poll')}
                  </Text>
                </Button>
                <ConfirmationButton
                  isPressed={asksToConfirm}
                  isDisabled={value.files.length > 0 && !asksToConfirm}
                  onClick={toggleConfirmation}
                />
                <Group ml="auto" gap="sm" wrap="nowrap">
                  <Text span size="xs" c="var(--text-3)" visibleFrom="md">
                    {t.rich('newLine', { key: chunks => <>{chunks}</> })}
                  </Text>
                  <WhyDisabled reason={problem}>
                    <Button type="submit" variant="filled" size="sm">
                      {t('send')}
                      <Kbd aria-hidden>⏎</Kbd>
                    </Button>
                  </WhyDisabled>
                </Group>
              </div>
            </div>
            {files.isDragOver && (
              <Center className={styles.dropOverlay ?? ''} c="var(--accent-text)">
                {t(filesDisabledReason ? `files.${filesDisabledReason}` : 'files.drop')}
              </Center>
            )}
          </div>
          {confirmationCount > 0 && audience.people !== undefined ? (
            <ConfirmAudience
              key={confirmationCount}
              people={audience.people}
              onSend={sendNow}
              onCancel={() => {
                setConfirmationCount(0)
                field.current?.focus()
              }}
            />
          ) : (
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <AudienceLine sentence={audience.sentence} />
              <SendLaterButton draft={value} problem={problem} onClick={() => setSendLaterOpen(true)} />
            </Group>
          )}
        </DraftVersions>
      </form>
      {/* Outside the form, so that its events do not bubble to the form. */}
      <SendLater
        chat={chat}
        isOpen={isSendLaterOpen}
        close={() => setSendLaterOpen(false)}
        draft={value}
        change={change}
        audience={audience.sentence}
      />
      {isPollFormOpen && <NewPoll chat={chat} close={() => setPollFormOpen(false)} />}
    </>
  )
}
