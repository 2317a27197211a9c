import type { Chat } from '../../../contract/chats.ts'
import type { ClassFile } from '../../../contract/files.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import { type Permission, type ResourceField, resourceFields } from '../../../contract/permissions.ts'
import { parseDue } from '../../../lib/due.ts'
import { foldText } from '../../../lib/foldText.ts'
import { subjectColour } from '../../../lib/subjectColour.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import type { ContentRef } from '../../../paths.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

/** In the order of the screen. The endpoints of api.md do not list the last two. */
export const itemKinds = ['subject', 'homework', 'chat', 'file', 'lessonContent', 'news'] as const
export type ItemKind = (typeof itemKinds)[number]

/** Content with its own access. `name` is one safe line, '' if unknown. */
export type AccessItem = {
  /** E.g. `todo_id.42`. */
  key: string
  resource: ContentRef
  kind: ItemKind
  name: string
  foldedName: string
  colour?: string | undefined
  /** Due day of homework (`YYYY-MM-DD`), or teacher of a subject. */
  due?: string | undefined
  teacher?: string | undefined
  isFolder?: boolean | undefined
}

export const itemKey = (field: ResourceField, id: number): string => `${field}.${id}`

/** Homework texts may be a page long. */
const maxNameLength = 160

function createItem(
  kind: ItemKind,
  field: ResourceField,
  id: number,
  text: string,
  more: Partial<AccessItem> = {},
): AccessItem {
  const line = sanitizeName(
    text
      .trim()
      .slice(0, 1000)
      .split(/[\r\n]/)[0] ?? '',
  ).trim()
  const name = truncateText(line, maxNameLength, '…')
  return { key: itemKey(field, id), resource: { field, id }, kind, name, foldedName: foldText(name), ...more }
}

export const subjectItems = (lessons: readonly Lesson[], collator: Intl.Collator): AccessItem[] =>
  lessons
    .map(({ id, name, color, teacher }) =>
      createItem('subject', 'lesson_id', id, name, {
        colour: subjectColour(id, color),
        teacher: sanitizeName(teacher).trim() || undefined,
      }),
    )
    .toSorted((a, b) => collator.compare(a.name, b.name) || a.resource.id - b.resource.id)

/** Chats belong to no class. A direct chat is named after the other person. */
export const chatItems = (
  chats: readonly Chat[],
  reader: { id: number; name?: string | undefined },
  collator: Intl.Collator,
): AccessItem[] =>
  chats
    .map(chat => createItem('chat', 'chat_id', chat.id, chatName(chat, reader)))
    .toSorted((a, b) => collator.compare(a.name, b.name) || a.resource.id - b.resource.id)

function chatName(chat: Chat, reader: { id: number; name?: string | undefined }): string {
  const name = chat.name.trim()
  if (!chat.is_direct || (name !== '' && name !== reader.name)) return name
  const other = chat.last_message?.user
  return other && other.id !== reader.id ? other.name : name
}

export function homeworkItems(
  homework: readonly Homework[],
  lessons: readonly Lesson[],
  timeZone: string,
): AccessItem[] {
  const colours = new Map(lessons.map(({ id, color }) => [id, color]))
  return homework
    .map(each => {
      const { day, at } = parseDue(each.until_datetime, timeZone)
      const colour = subjectColour(each.lesson_id, each.lesson?.color ?? colours.get(each.lesson_id) ?? null)
      return {
        at: Number.isFinite(at) ? at : 0,
        item: createItem('homework', 'todo_id', each.id, each.text, { colour, due: day }),
      }
    })
    .toSorted((a, b) => b.at - a.at || a.item.resource.id - b.item.resource.id)
    .map(({ item }) => item)
}

/** Folders first, then by name, like the list of files. */
export const fileItems = (files: readonly ClassFile[], collator: Intl.Collator): AccessItem[] =>
  files
    .map(({ id, name, is_dir }) => createItem('file', 'file_id', id, name, { isFolder: is_dir }))
    .toSorted(
      (a, b) =>
        Number(b.isFolder) - Number(a.isFolder) ||
        collator.compare(a.name, b.name) ||
        a.resource.id - b.resource.id,
    )

const kindOfField: Record<ResourceField, ItemKind> = {
  lesson_id: 'subject',
  todo_id: 'homework',
  chat_id: 'chat',
  file_id: 'file',
  lesson_comment_id: 'lessonContent',
  announcement_id: 'news',
}

/** Undefined for a kind that the app does not know. */
export function getResource({ resource_ids }: Permission): ContentRef | undefined {
  const field = resourceFields.find(name => resource_ids[name] !== undefined)
  const id = field && resource_ids[field]
  return field && id !== undefined ? { field, id } : undefined
}

export const createUnnamedItem = ({ field, id }: ContentRef): AccessItem =>
  createItem(kindOfField[field], field, id, '')
