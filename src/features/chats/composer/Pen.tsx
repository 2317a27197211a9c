import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { withTexts } from '../../../i18n/texts.ts'
import { useT } from '../../../i18n/useT.ts'
import { AskFirst } from './AskFirst.tsx'
import { AudienceLine } from './AudienceLine.tsx'
import styles from './Composer.module.css'
import { chatDraft } from './chatDraft.ts'
import { MessageField } from './MessageField.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { OtherTabs } from './OtherTabs.tsx'
import { PenButtons } from './PenButtons.tsx'
import { PenNotices } from './PenNotices.tsx'
import { useAskFirst } from './useAskFirst.ts'
import { useAudience } from './useAudience.ts'
import { longestText, useComposer } from './useComposer.ts'
import { useMessageFiles } from './useMessageFiles.ts'
import { useTakesFiles } from './useTakesFiles.ts'

const NewPoll = lazy(() =>
  withTexts(() => import('../poll/NewPoll.tsx'), 'polls').then(({ NewPoll }) => ({ default: NewPoll })),
)

/** The field one writes in, with its files and who will see them. */
export function Pen({ chat }: { chat: Chat }) {
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
      <form className={styles.composer} onSubmit={submit} {...files.place}>
        <OtherTabs value={value} state={state} draft={draft} change={change} />
        <PenNotices
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
            <PenButtons
              noFiles={noFiles}
              add={files.add}
              refuse={() => setSaidNoFiles(true)}
              makePoll={() => setMakesPoll(true)}
            />
          </div>
          {files.over && <p className={styles.dropping}>{t(noFiles ? `files.${noFiles}` : 'files.drop')}</p>}
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
      </form>
      {/* Beside the form: what is submitted, dropped and pasted in it is its own. */}
      {makesPoll && (
        <Suspense fallback={null}>
          <NewPoll chat={chat} close={() => setMakesPoll(false)} />
        </Suspense>
      )}
    </>
  )
}
