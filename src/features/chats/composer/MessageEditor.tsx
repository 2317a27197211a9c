import { Button, Center, Group, Kbd, Text } from '@mantine/core'
import { IconAlignLeft, IconLock, IconPaperclip } from '@tabler/icons-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { type Chat, whyReadOnly } from '../../../contract/chats.ts'
import { useT } from '../../../i18n/useT.ts'
import { type RefusedFile, useKeepFiles } from '../../../outbox/drafts/useKeepFiles.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { latePart } from '../../../ui/feedback/latePart.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { OneWriter } from '../../../ui/feedback/OneWriter.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { PickFiles, useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import { AskFirst, AudienceLine, useAudience, useIsRare } from '../Audience.tsx'
import { MessageField } from '../MessageField.tsx'
import {
  type ChatDraft,
  type ComposerProblem,
  chatDraft,
  draftKey,
  linesOf,
  longestText,
  useComposer,
} from '../messageQueue.ts'
import { messageFileWrite } from '../messageWrite.ts'
import styles from './Composer.module.css'
import { MessageFiles } from './MessageFiles.tsx'

const NewPoll = latePart(async () => (await import('../polls/PollForm.tsx')).NewPoll, 'polls')

/** The editor for messages, or the reason why the user can't write. */
export function Composer({ chat }: { chat: Chat }) {
  const t = useT('composer')
  const why = whyReadOnly(chat)
  if (why) {
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
        {t(`readOnly.${why}`)}
      </Group>
    )
  }
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <MessageEditor key={chat.id} chat={chat} />
    </Suspense>
  )
}

function EditorSkeleton() {
  return (
    <div className={styles.composer} aria-hidden>
      <div className={`${styles.pen} ${styles.unopened}`} />
      <AudienceLine sentence="" />
    </div>
  )
}

/** The message field with its files and its audience. */
function MessageEditor({ chat }: { chat: Chat }) {
  const t = useT('composer')
  const field = useRef<HTMLTextAreaElement>(null)
  const composer = useComposer(chat)
  const { value, state, draft, change, send, problem } = composer
  const audience = useAudience(chat)
  const noFiles = useTakesFiles(chat)
  const [saidNoFiles, setSaidNoFiles] = useState(false)
  const [makesPoll, setMakesPoll] = useState(false)
  const files = useMessageFiles(chat.id, change, noFiles && (() => setSaidNoFiles(true)))
  const isRare = useIsRare(chat.id, audience.people)
  /** Number of times that the confirmation was shown for this message. 0 if it is not shown. */
  const [asked, setAsked] = useState(0)
  const [isSure, setSure] = useState(false)
  const over = value.text.length - longestText
  const canSend =
    !chatDraft.isEmpty(value) && over <= 0 && !files.keeping && (value.files.length === 0 || !noFiles)

  useEffect(() => {
    const chatItself = field.current?.closest('section')
    // The editor is loaded after the chat. If the chat still has the focus, it was opened for writing.
    if (chatItself && document.activeElement === chatItself) field.current?.focus()
  }, [])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!canSend) {
      if (value.files.length > 0 && noFiles) setSaidNoFiles(true)
    } else if (asked > 0 || (isRare() && !isSure)) setAsked(asked + 1)
    else sendNow()
  }
  const sendNow = () => {
    setAsked(0)
    setSure(true)
    files.forgetRefused()
    void send()
    field.current?.focus()
  }
  return (
    <>
      <form className={styles.composer} onSubmit={submit} {...(!state.elsewhere && files.place)}>
        <OneWriter draft={draft} state={state} lines={linesOf}>
          <EditorNotices
            kept={state.kept}
            problem={problem}
            noFiles={(saidNoFiles || value.files.length > 0) && noFiles}
            refused={files.refused}
          />
          <div className={styles.pen} data-over={files.over || undefined}>
            <MessageFiles
              files={value.files}
              keeping={files.keeping}
              goneId={problem?.kind === 'gone' ? problem.fileId : undefined}
              remove={id => {
                files.remove(id)
                field.current?.focus()
              }}
            />
            <div className={styles.line}>
              <MessageField
                field={field}
                chat={chat}
                text={value.text}
                over={over}
                onChange={text => {
                  setSaidNoFiles(false)
                  change(() => ({ text }))
                }}
                onSend={submit}
              />
              <div className={styles.buttons}>
                <PickFiles label={t('files.choose')} onFiles={files.add}>
                  {choose => (
                    <Button
                      variant="subtle"
                      size="sm"
                      className={styles.extra ?? ''}
                      aria-label={t('file')}
                      aria-disabled={noFiles ? true : undefined}
                      title={noFiles && t(`files.${noFiles}`)}
                      c={noFiles ? 'var(--text-3)' : 'dimmed'}
                      onClick={noFiles ? () => setSaidNoFiles(true) : choose}
                    >
                      <IconPaperclip aria-hidden />
                      <Text span inherit visibleFrom="sm">
                        {t('file')}
                      </Text>
                    </Button>
                  )}
                </PickFiles>
                <Button
                  variant="subtle"
                  size="sm"
                  className={styles.extra ?? ''}
                  aria-label={t('poll')}
                  aria-haspopup="dialog"
                  c="dimmed"
                  onClick={() => setMakesPoll(true)}
                >
                  <IconAlignLeft aria-hidden style={{ strokeWidth: 3 }} />
                  <Text span inherit visibleFrom="sm">
                    {t('poll')}
                  </Text>
                </Button>
                <Group ml="auto" gap="sm" wrap="nowrap">
                  <Text span size="xs" c="var(--text-3)" visibleFrom="md">
                    {t.rich('newLine', { key: chunks => <>{chunks}</> })}
                  </Text>
                  <Button type="submit" variant="filled" size="sm">
                    {t('send')}
                    <Kbd aria-hidden>⏎</Kbd>
                  </Button>
                </Group>
              </div>
            </div>
            {files.over && (
              <Center className={styles.dropping ?? ''} c="var(--accent-text)">
                {t(noFiles ? `files.${noFiles}` : 'files.drop')}
              </Center>
            )}
          </div>
          {asked > 0 && audience.people !== undefined ? (
            <AskFirst
              key={asked}
              people={audience.people}
              send={sendNow}
              goOn={() => {
                setAsked(0)
                field.current?.focus()
              }}
            />
          ) : (
            <AudienceLine sentence={audience.sentence} />
          )}
        </OneWriter>
      </form>
      {/* Outside the form, so that the form does not receive submit, drop and paste events of the dialog. */}
      {makesPoll && <NewPoll chat={chat} close={() => setMakesPoll(false)} />}
    </>
  )
}

/** Outboxes whose service does not support files in messages. Remembered as long as the page exists. */
const refusing = new WeakSet<Outbox>()

/** Returns why files can't be sent in a chat. Returns undefined if they can, or if no upload was tried yet. */
function useTakesFiles(chat: Pick<Chat, 'files_allowed'>): 'notAllowed' | 'unsupported' | undefined {
  const outbox = useOutbox()
  const isRefused = useWrites('chat/').some(
    ({ kind, error }) => kind === messageFileWrite.name && error?.kind === 'unsupported',
  )
  useEffect(() => {
    if (isRefused) refusing.add(outbox)
  }, [isRefused, outbox])
  if (!chat.files_allowed) return 'notAllowed'
  return isRefused || refusing.has(outbox) ? 'unsupported' : undefined
}

type Change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => void

/** Adds files that were chosen, dropped or pasted. If no files are accepted, `refuse` is called to show the reason. */
function useMessageFiles(chatId: number, change: Change, refuse: (() => void) | undefined) {
  const { keeping, refused, forgetRefused, keep } = useKeepFiles(chatDraft, draftKey(chatId), kept =>
    change(now => ({ files: [...now.files, kept] })),
  )
  const add = (files: readonly File[], folders?: ReadonlySet<File>) => {
    if (refuse) refuse()
    else void keep(files, folders)
  }
  return {
    keeping: keeping > 0,
    refused,
    forgetRefused,
    add,
    remove: (id: string) => change(now => ({ files: now.files.filter(file => file.id !== id) })),
    ...useFilePlace(add),
  }
}

type EditorNoticesProps = {
  kept: boolean
  problem: ComposerProblem | undefined
  noFiles: 'notAllowed' | 'unsupported' | undefined | false
  refused: readonly RefusedFile[]
}

export function EditorNotices({ kept, problem, noFiles, refused }: EditorNoticesProps) {
  const t = useT('composer')
  return (
    <>
      {!kept && <Notice tone="warn">{t('notKept')}</Notice>}
      {problem?.kind === 'notStored' && (
        <Notice tone="danger" role="alert">
          {t('notStored')}
        </Notice>
      )}
      {noFiles && (
        <Notice tone="warn" role="alert">
          {t(`files.${noFiles}`)}
        </Notice>
      )}
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
        <Notice key={index} tone="warn" role="alert">
          {t(`files.${why}`, { name: harmlessName(name) })}
        </Notice>
      ))}
    </>
  )
}
