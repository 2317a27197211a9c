import { Button, Kbd } from '@mantine/core'
import { IconAlignLeft, IconEye, IconPaperclip } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { OneWriter } from '../../../i18n/OneWriter.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { type RefusedFile, useKeepFiles } from '../../../outbox/drafts/useKeepFiles.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { PickFiles, useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import styles from './Composer.module.css'
import { MessageField } from './MessageField.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { type ChatDraft, chatDraft, draftKey, linesOf } from './messageDraft.ts'
import { type ComposerProblem, longestText, useComposer } from './messageQueue.ts'
import { messageFileWrite } from './messageWrite.ts'
import { useAskFirst } from './useAskFirst.ts'
import { useAudience } from './useAudience.ts'

const NewPoll = latePart(async () => (await import('../polls/PollForm.tsx')).NewPoll, 'polls')

/** The field one writes in, with its files and who will see them. */
export function MessageEditor({ chat }: { chat: Chat }) {
  const t = useT('composer')
  const field = useRef<HTMLTextAreaElement>(null)
  const composer = useComposer(chat)
  const { value, state, draft, change, send, problem } = composer
  const audience = useAudience(chat)
  const noFiles = useTakesFiles(chat)
  const [saidNoFiles, setSaidNoFiles] = useState(false)
  const [makesPoll, setMakesPoll] = useState(false)
  const files = useMessageFiles(chat.id, change, noFiles && (() => setSaidNoFiles(true)))
  const asking = useAskFirst(chat, audience.people, () => {
    files.forgetRefused()
    return send()
  })
  const over = value.text.length - longestText
  const canSend =
    !chatDraft.isEmpty(value) && over <= 0 && !files.keeping && (value.files.length === 0 || !noFiles)

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (canSend) void asking.send().then(went => went && field.current?.focus())
    else if (value.files.length > 0 && noFiles) setSaidNoFiles(true)
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
              <EditorButtons
                noFiles={noFiles}
                add={files.add}
                refuse={() => setSaidNoFiles(true)}
                makePoll={() => setMakesPoll(true)}
              />
            </div>
            {files.over && (
              <p className={styles.dropping}>{t(noFiles ? `files.${noFiles}` : 'files.drop')}</p>
            )}
          </div>
          {asking.asked > 0 && audience.people !== undefined ? (
            <AskFirst
              key={asking.asked}
              people={audience.people}
              send={() => {
                asking.confirm()
                field.current?.focus()
              }}
              goOn={() => {
                asking.goOn()
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
  /** What is typed is on disk, and not with this page alone. */
  kept: boolean
  problem: ComposerProblem | undefined
  noFiles: 'notAllowed' | 'unsupported' | undefined | false
  refused: readonly RefusedFile[]
}

/** What is in the way of what one writes, above the field. */
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

type AskFirstProps = { people: number; send: () => void; goOn: () => void }

/** In place of the audience line: asked once, before the first message to many. */
function AskFirst({ people, send, goOn }: AskFirstProps) {
  const t = useT('composer')
  const format = useFormat()
  const lead = useId()
  const count = format.number(people)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      goOn()
    }
    // The Enter that asked may still be held down: it is no answer.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out its own way, and the lead is no legend.
    <div className={styles.ask} role="group" aria-labelledby={lead} onKeyDown={keys}>
      <IconEye aria-hidden />
      <span id={lead} role="alert">
        {t('ask.lead', { count })}
      </span>
      <span className={styles.answers}>
        <Button size="sm" autoFocus onClick={send}>
          {t('ask.send', { count })}
        </Button>
        <Button variant="subtle" size="sm" onClick={goOn}>
          {t('ask.goOn')}
        </Button>
      </span>
    </div>
  )
}

/** Who will see what is written. */
export function AudienceLine({ sentence }: { sentence: string }) {
  return (
    <p className={styles.audience}>
      <IconEye aria-hidden />
      <span>{sentence}</span>
    </p>
  )
}

type EditorButtonsProps = {
  /** Why no files can be sent. */
  noFiles: 'notAllowed' | 'unsupported' | undefined
  add: (files: readonly File[]) => void
  /** Says why. */
  refuse: () => void
  makePoll: () => void
}

/** What goes with a message, and off it goes. */
export function EditorButtons({ noFiles, add, refuse, makePoll }: EditorButtonsProps) {
  const t = useT('composer')
  return (
    <div className={styles.buttons}>
      <PickFiles label={t('files.choose')} onFiles={add}>
        {choose => (
          <Button
            variant="subtle"
            size="sm"
            className={styles.extra}
            aria-label={t('file')}
            aria-disabled={noFiles ? true : undefined}
            title={noFiles && t(`files.${noFiles}`)}
            onClick={noFiles ? refuse : choose}
            leftSection={<IconPaperclip aria-hidden />}
          >
            <span>{t('file')}</span>
          </Button>
        )}
      </PickFiles>
      <Button
        variant="subtle"
        size="sm"
        className={styles.extra}
        aria-label={t('poll')}
        aria-haspopup="dialog"
        onClick={makePoll}
        leftSection={<IconAlignLeft aria-hidden className={styles.bars} />}
      >
        <span>{t('poll')}</span>
      </Button>
      <span className={styles.hint}>{t.rich('newLine', { key: chunks => <>{chunks}</> })}</span>
      <Button type="submit" variant="filled" size="sm" className={styles.send}>
        {t('send')}
        <Kbd aria-hidden>⏎</Kbd>
      </Button>
    </div>
  )
}
