import type { Message } from '../../../contract/messages.ts'
import { PollInPlace } from '../poll/PollInPlace.tsx'
import { Reactions } from '../poll/Reactions.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageText } from './MessageText.tsx'
import { useTalkChat } from './TalkContext.ts'

/** What somebody said: words, a question to vote on, files; and what others make of it. */
export function MessageContent({ message, isFound }: { message: Message; isFound: boolean }) {
  const { chat } = useTalkChat()
  return (
    <div id={`message-${message.id}`}>
      {message.poll ? (
        <PollInPlace message={message} chat={chat} />
      ) : (
        message.text.trim() !== '' && <MessageText text={message.text} isFound={isFound} />
      )}
      {message.has_files && <MessageFiles files={message.files} />}
      <Reactions message={message} />
    </div>
  )
}
