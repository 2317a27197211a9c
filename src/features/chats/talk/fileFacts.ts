import type { Document } from '../../../contract/documents.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** The kind as people call it, `PDF`, by the end of the name; `undefined` where it has none. */
export function kindOf({ name }: Pick<Document, 'name'>): string | undefined {
  const end = /\.([\p{L}\p{N}]{1,8})$/u.exec(harmlessName(name))?.[1]
  return end?.toUpperCase()
}

const shown = /^(?:image\/|text\/|application\/(?:pdf|json|xml))/i

/** Whether the viewer has something to show of it. */
export const isShown = ({ content_type }: Pick<Document, 'content_type'>): boolean => shown.test(content_type)
