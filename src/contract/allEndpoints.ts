import { calendars } from './calendar.ts'
import { chats } from './chats.ts'
import { courses } from './courses.ts'
import { documents } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { homework } from './homework.ts'
import { lessons } from './lessons.ts'
import { marking } from './marking.ts'
import { avatars, me } from './me.ts'
import { messages } from './messages.ts'
import { oauth } from './oauth.ts'
import { permissions } from './permissions.ts'
import { scheduledMessages } from './scheduledMessages.ts'
import { settings } from './settings.ts'
import { submissions } from './submissions.ts'
import { timeline } from './timeline.ts'

/** Screens import only the file they need. */
export const allEndpoints = {
  me,
  courses,
  lessons,
  timeline,
  permissions,
  oauth,
  homework,
  submissions,
  marking,
  documents,
  chats,
  messages,
  scheduledMessages,
  files,
  avatars,
  events,
  calendars,
  settings,
} satisfies Record<string, Record<string, Endpoint>>

export type NamedEndpoint = { name: string; endpoint: Endpoint }

/** Names are e.g. `chats.create`. */
export function listEndpoints(): NamedEndpoint[] {
  return Object.entries(allEndpoints).flatMap(([file, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${file}.${name}`, endpoint })),
  )
}
