import type { Document } from '../../../contract/documents.ts'

const drawn = /^image\/(?:jpe?g|png|gif|webp|bmp|avif)$/i

/** Shown as a picture; a drawing that could run code (SVG) is a file like others (cases 15). */
export const isPicture = ({ content_type }: Pick<Document, 'content_type'>): boolean =>
  drawn.test(content_type)
