import type { ClassFile } from '../../../contract/files.ts'
import type { T } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

const endings = {
  image: /^(?:png|jpe?g|gif|webp|bmp|avif|hei[cf]|svg|tiff?)$/i,
  table: /^(?:csv|tsv|xlsx?|xlsm|ods|numbers)$/i,
  document: /^(?:docx?|docm|odt|rtf|pages|pptx?|odp|key|epub)$/i,
  text: /^(?:txt|md|tex|json|log)$/i,
  audio: /^(?:mp3|m4a|aac|og[ga]|opus|wav|flac|weba|wma)$/i,
  video: /^(?:mp4|m4v|webm|mov|mkv|avi|ogv|wmv|mpe?g)$/i,
  archive: /^(?:zip|7z|rar|tar|t?gz|bz2|xz)$/i,
} as const

/** What kind of file it is, as people call it: `PNG image`. By the end of its name, and by its type where that says nothing. */
export function kindWords({ name, document }: Pick<ClassFile, 'name' | 'document'>, t: T<'preview'>): string {
  const end = /\.([\p{L}\p{N}]{1,8})$/u.exec(harmlessName(name))?.[1]?.toUpperCase()
  const type = document?.content_type ?? ''
  if (end === 'PDF' || (!end && type === 'application/pdf')) return t('kinds.pdf')
  if (end === 'TXT' || (!end && type.startsWith('text/'))) return t('plainKinds.text')
  if (!end && type.startsWith('audio/')) return t('plainKinds.audio')
  if (!end && type.startsWith('video/')) return t('plainKinds.video')
  if (!end && type.startsWith('image/')) {
    return t('kinds.image', { end: type.slice('image/'.length, 20).toUpperCase() })
  }
  if (end === undefined) return t('plainKinds.other')
  const kind = kinds.find(name => endings[name].test(end)) ?? 'other'
  return t(`kinds.${kind}`, { end })
}

const kinds = ['image', 'table', 'document', 'text', 'audio', 'video', 'archive'] as const
