import '@mantine/core/styles/Center.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Center, Group, Kbd, Text } from '@mantine/core'
import { IconAlignLeft, IconLock, IconPaperclip } from '@tabler/icons-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { type Chat, whyReadOnly } from '../../../contract/chats.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { OneWriter } from '../../../i18n/OneWriter.tsx'
import { useT } from '../../../i18n/useT.ts'
import { type RefusedFile, useKeepFiles } from '../../../outbox/drafts/useKeepFiles.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { PickFiles, useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import { AskFirst, AudienceLine, useAudience, useIsRare } from './Audience.tsx'
import styles from './Composer.module.css'
import { MessageField } from './MessageField.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import {
  type ChatDraft,
  type ComposerProblem,
  chatDraft,
  draftKey,
  linesOf,
  longestText,
  useComposer,
} from './messageQueue.ts'
import { messageFileWrite } from './messageWrite.ts'

const NewPoll = latePart(async () => (await import('../polls/PollForm.tsx')).NewPoll, 'polls')

/** Where one writes in a chat, or why one can't. */
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

/** The field one writes in, with its files and who will see them. */
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
  /** How often it was asked whether so many are to read this. */
  const [asked, setAsked] = useState(0)
  const [isSure, setSure] = useState(false)
  const over = value.text.length - longestText
  const canSend =
    !chatDraft.isEmpty(value) && over <= 0 && !files.keeping && (value.files.length === 0 || !noFiles)

  useEffect(() => {
    const chatItself = field.current?.closest('section')
    // It comes a moment later than the chat, which was chosen to write in; who went elsewhere meanwhile stays there.
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
      {/* Beside the form: what is submitted, dropped and pasted in it is its own. */}
      {makesPoll && <NewPoll chat={chat} close={() => setMakesPoll(false)} />}
    </>
  )
}

/** Whose service has refused a file for want of any place for it, as long as the page lives. */
const refusing = new WeakSet<Outbox>()

/** Why no files can be sent in a chat; `undefined` where they can, or where nobody has tried yet. */
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

/** Adds files to a message: chosen, dropped or pasted. `refuse`: none are taken here, and why is to be said. */
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
