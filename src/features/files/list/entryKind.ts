import type { ClassFile } from '../../../contract/files.ts'

/** What an entry looks to be by its name, and by its type where the name says nothing; only for its icon. */
export type EntryKind =
  | 'folder'
  | 'image'
  | 'pdf'
  | 'sheet'
  | 'text'
  | 'slides'
  | 'audio'
  | 'video'
  | 'archive'
  | 'other'

const endings: readonly (readonly [EntryKind, RegExp])[] = [
  ['image', /^(?:png|jpe?g|gif|webp|bmp|avif|hei[cf]|svg|tiff?)$/],
  ['pdf', /^pdf$/],
  ['sheet', /^(?:csv|tsv|xlsx?|ods|numbers)$/],
  ['text', /^(?:docx?|odt|rtf|pages|md|tex)$/],
  ['slides', /^(?:pptx?|odp|key)$/],
  ['audio', /^(?:mp3|m4a|ogg|oga|opus|wav|flac|aac)$/],
  ['video', /^(?:mp4|m4v|webm|mov|mkv|avi|ogv)$/],
  ['archive', /^(?:zip|7z|rar|tar|gz|tgz|bz2|xz)$/],
]

export function entryKind({ is_dir, name, document }: ClassFile): EntryKind {
  if (is_dir) return 'folder'
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase()
  const named = ending && endings.find(([, pattern]) => pattern.test(ending))?.[0]
  if (named) return named
  const type = document?.content_type ?? ''
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/')) return 'video'
  return type === 'application/pdf' ? 'pdf' : 'other'
}
