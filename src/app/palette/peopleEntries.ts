import type { Chat } from '../../contract/chats.ts'
import type { Member } from '../../contract/courses.ts'
import { chatName } from '../../features/chats/list/useChats.ts'
import { paths } from '../../paths.ts'
import type { Entry } from './rank.ts'

/** Where a person leads. */
type Way = 'chat' | 'newChat' | 'access'

type Words = {
  courseId: number
  /** The title of the class. */
  inClass: string
  role: (isTeacher: boolean) => string
  leads: (way: Way) => string
  /** Who looks. */
  person: { id: number; name?: string | undefined }
  /** The chats that are loaded. */
  chats: readonly Chat[]
  go: (path: string) => void
}

/**
 * The others of a class. Each leads to the chat one has with them; without one, teachers come to what of the class that
 * person may see, and pupils, who have no such screen, to a new chat.
 */
export function peopleEntries(
  members: readonly Member[],
  { courseId, inClass, role, leads, person, chats, go }: Words,
): Entry[] {
  const teaches = members.some(({ id, is_teacher }) => id === person.id && is_teacher === true)
  const direct = new Map(
    chats.filter(({ is_direct }) => is_direct).map(chat => [chatName(chat, person), chat.id]),
  )
  return members
    .filter(({ id }) => id !== person.id)
    .map(member => {
      const chatId = direct.get(member.name)
      const way: Way = chatId !== undefined ? 'chat' : teaches ? 'access' : 'newChat'
      const to =
        chatId !== undefined
          ? paths.chat(chatId)
          : teaches
            ? paths.accessMatrix(courseId, { find: member.name })
            : paths.newChat({ person: member.name })
      return {
        id: `person-${courseId}-${member.id}`,
        group: 'people',
        label: member.name,
        // What somebody is in a class is not told everywhere.
        detail: [member.is_teacher === undefined ? '' : role(member.is_teacher), inClass]
          .filter(Boolean)
          .join(' · '),
        leads: leads(way),
        run: () => go(to),
      }
    })
}
