import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useLocale } from 'use-intl'
import { useT } from '../../i18n/useT.ts'
import { compareByFamilyName } from '../../lib/familyName.ts'
import { paths } from '../../paths.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { classTitle } from '../shell/useClasses.ts'
import { type Entry, findSharedNames } from './rankEntries.ts'
import type { SearchData } from './useSearchData.ts'

/** Returns an entry per member of the classes. It opens the direct chat with the person, or the form for a new one. */
export function usePeopleEntries({ classes, members, chats, hasChats }: SearchData): Entry[] {
  const t = useT('palette')
  const shell = useT('shell')
  const navigate = useNavigate()
  const { id: userId } = useCurrentUser()
  const locale = useLocale()

  // There can be thousands of entries, and the palette renders for every letter.
  return useMemo(() => {
    if (!hasChats) return []
    const compareNames = compareByFamilyName(locale)
    const chatIds = new Map(chats.map(chat => [chat.is_direct ? chat.direct_user_id : undefined, chat.id]))
    const people = classes.flatMap(knownClass =>
      (members.get(knownClass.id) ?? [])
        .map(member => ({ ...member, knownClass, name: sanitizeName(member.name).trim() }))
        .sort((a, b) => compareNames(a, b) || a.id - b.id),
    )
    const sharedNames = findSharedNames(people)
    // A person of two classes gets one entry.
    const addedIds = new Set([userId])
    return people.flatMap(({ id, name, is_teacher, knownClass }): Entry[] => {
      if (addedIds.has(id)) return []
      addedIds.add(id)
      const role = is_teacher === undefined ? '' : t(is_teacher ? 'teacher' : 'pupil')
      const number = sharedNames.has(name) ? t('personNumber', { id: String(id) }) : ''
      const chatId = chatIds.get(id)
      const path =
        chatId === undefined ? paths.newChat({ person: name, user: String(id) }) : paths.chat(chatId)
      return [
        {
          id: `message-${id}`,
          group: 'people',
          label: t('message', { name }),
          detail: [role, classTitle(knownClass, shell).title, number].filter(Boolean).join(' · '),
          run: () => void navigate(path),
        },
      ]
    })
  }, [classes, members, chats, hasChats, t, shell, navigate, userId, locale])
}
