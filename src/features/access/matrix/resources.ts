import type { Chat } from '../../../contract/chats.ts'
import type { ClassFile } from '../../../contract/files.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import type { ResourceField } from '../../../contract/permissions.ts'
import { cutText } from '../../../lib/cutText.ts'
import { dueOf } from '../../../lib/due.ts'
import { folded } from '../../../lib/folded.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { daysBetween } from '../../../lib/week.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** Kinds of content that can be listed, in the order of the columns. */
export const resourceKinds = ['subject', 'chat', 'homework', 'file'] as const
export type ResourceKind = (typeof resourceKinds)[number]

/**
 * A piece of content, which is a column of the matrix. `name` is safe to show, has one line, and is '' if the service
 * sends none.
 */
export type Resource = {
  /** For example `todo_id.42`. */
  key: string
  of: { field: ResourceField; id: number }
  kind: ResourceKind
  name: string
  /** The name, folded for the search. */
  folded: string
  /** CSS colour of its subject. */
  colour?: string | undefined
  /** Note below the name: the due day of homework (`YYYY-MM-DD`), or the teacher of a subject. */
  due?: string | undefined
  teacher?: string | undefined
  isFolder?: boolean | undefined
  /**
   * Whether the user may see who has access, according to the list. Undefined if the list does not say it. Then it is
   * not requested.
   */
  seesAccess?: boolean | undefined
}

/** Returns the key of a resource, see `Resource.key`. */
export const resourceKey = (field: ResourceField, id: number): string => `${field}.${id}`

/** Homework that was due more than this number of days ago appears on demand only. */
const recentDays = 28
/** Maximum length of a name in characters. Homework is named by the beginning of its text, which may be a page long. */
const longestName = 160

function resource(
  kind: ResourceKind,
  field: ResourceField,
  id: number,
  text: string,
  more: Partial<Resource> = {},
): Resource {
  const line = harmlessName(
    text
      .trim()
      .slice(0, 1000)
      .split(/[\r\n]/)[0] ?? '',
  ).trim()
  const name = cutText(line, longestName, '…')
  return { key: resourceKey(field, id), of: { field, id }, kind, name, folded: folded(name), ...more }
}

export const subjectResources = (lessons: readonly Lesson[], collator: Intl.Collator): Resource[] =>
  lessons
    .map(({ id, name, color, teacher, has_permission }) =>
      resource('subject', 'lesson_id', id, name, {
        colour: subjectColour(id, color),
        teacher: harmlessName(teacher).trim() || undefined,
        seesAccess: has_permission,
      }),
    )
    .toSorted((a, b) => collator.compare(a.name, b.name) || a.of.id - b.of.id)

/** Returns all chats of the user, because chats belong to no class. A direct chat is named after the other person. */
export const chatResources = (
  chats: readonly Chat[],
  reader: { id: number; name?: string | undefined },
  collator: Intl.Collator,
): Resource[] =>
  chats
    .map(chat => resource('chat', 'chat_id', chat.id, chatName(chat, reader), { seesAccess: true }))
    .toSorted((a, b) => collator.compare(a.name, b.name) || a.of.id - b.of.id)

function chatName(chat: Chat, reader: { id: number; name?: string | undefined }): string {
  const name = chat.name.trim()
  if (!chat.is_direct || (name !== '' && name !== reader.name)) return name
  const other = chat.last_message?.user
  return other && other.id !== reader.id ? other.name : name
}

/**
 * Returns homework by due day: coming homework with the next first, then past homework with the latest first. `older`:
 * number of entries that were due long ago. They are omitted unless `all` is true.
 */
export function homeworkResources(
  homework: readonly Homework[],
  lessons: readonly Lesson[],
  { today, timeZone, all }: { today: string; timeZone: string; all: boolean },
): { resources: Resource[]; older: number } {
  const colours = new Map(lessons.map(({ id, color }) => [id, color]))
  const dated = homework.map(each => {
    const { day, at } = dueOf(each.until_datetime, timeZone)
    const colour = subjectColour(each.lesson_id, each.lesson?.color ?? colours.get(each.lesson_id) ?? null)
    const ago = Number.isFinite(at) ? daysBetween(day, today) : 0
    // A user who can only read it may or may not have a grant.
    const seesAccess = each.can_edit || each.is_admin || undefined
    return {
      at,
      ago,
      resource: resource('homework', 'todo_id', each.id, each.text, { colour, due: day, seesAccess }),
    }
  })
  const recent = all ? dated : dated.filter(({ ago }) => ago <= recentDays)
  const coming = recent.filter(({ ago }) => ago <= 0).toSorted((a, b) => a.at - b.at)
  const past = recent.filter(({ ago }) => ago > 0).toSorted((a, b) => b.at - a.at)
  return {
    resources: [...coming, ...past].map(({ resource }) => resource),
    older: dated.filter(({ ago }) => ago > recentDays).length,
  }
}

/**
 * Returns the entries of the top folder, folders first. A file whose folder does not exist is at the top, as in the
 * list of files.
 */
export function topFileResources(files: readonly ClassFile[], collator: Intl.Collator): Resource[] {
  const known = new Set(files.map(({ id }) => id))
  return files
    .filter(({ parent_id }) => parent_id === null || !known.has(parent_id))
    .map(fileResource)
    .toSorted(
      (a, b) =>
        Number(b.isFolder) - Number(a.isFolder) || collator.compare(a.name, b.name) || a.of.id - b.of.id,
    )
}

/**
 * Adds deeper files whose access was loaded before. `seen` are `Resource.key`s. The service does not list which files
 * have their own grants.
 */
export function withSeenFiles(
  top: readonly Resource[],
  files: readonly ClassFile[],
  seen: readonly string[],
): readonly Resource[] {
  if (seen.length === 0) return top
  const missing = new Set(seen)
  for (const { key } of top) missing.delete(key)
  if (missing.size === 0) return top
  return [...top, ...files.filter(({ id }) => missing.has(resourceKey('file_id', id))).map(fileResource)]
}

const fileResource = ({ id, name, is_dir, can_write, has_permission }: ClassFile) =>
  resource('file', 'file_id', id, name, {
    isFolder: is_dir,
    seesAccess: has_permission ?? (can_write || undefined),
  })
