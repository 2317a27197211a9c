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

/** One piece of content: a column of the matrix. `name` is harmless, of one line, and '' where the service has none. */
export type Resource = {
  /** `todo_id.42`. */
  key: string
  of: { field: ResourceField; id: number }
  kind: ResourceKind
  name: string
  /** The name as it is searched. */
  folded: string
  /** CSS colour of its subject. */
  colour?: string | undefined
  /** What stands under the name: the day homework is due (`YYYY-MM-DD`), or who teaches a subject. */
  due?: string | undefined
  teacher?: string | undefined
  isFolder?: boolean | undefined
  /** Whether the reader sees who has access, as its list tells; undefined where it doesn't: nothing is asked then. */
  seesAccess?: boolean | undefined
}

/** The content a key names; see `Resource.key`. */
export const resourceKey = (field: ResourceField, id: number): string => `${field}.${id}`

/** Homework that was due longer ago than this, days, is shown when asked for. */
const recentDays = 28
/** A homework's text may be a page long: what names it is its beginning. */
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

/** Every chat of the reader, who has access to each: a chat is of no class. A direct one is called by the other person. */
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
 * Homework by the day it is due: what is coming, the next first; then what was, the latest first. `older` is how much was
 * due long ago; it is left out unless `all`.
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
    // Who may only read it may have been given that, or not.
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

/** The entries of the top folder, folders first. A file whose folder is not there stands at the top, as in the list of files. */
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
 * With the deeper files whose access was looked at, `seen` as `Resource.key`: which of them have grants of their own nobody
 * tells.
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
