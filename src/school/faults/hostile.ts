import { isRecord } from '../../lib/isRecord.ts'
import type { Bytes, SchoolFiles } from '../schoolFiles.ts'
import hostile from './hostile.json' with { type: 'json' }

/**
 * What tries to run, to lead astray or to be read as something else, a trick each (cases 13 to 16, 19). What succeeds sets
 * `window.hacked`, asks `evil.example`, or takes the page over.
 */

/** A text, or the pieces of a long one: a piece that comes often with how often it comes. */
type Pieces = readonly (string | readonly [text: string, times: number])[]
type Written = string | Pieces
const isPieces = (value: unknown): value is Pieces =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(piece => typeof piece === 'string' || isRepeated(piece))
const isRepeated = (piece: unknown) =>
  Array.isArray(piece) && typeof piece[0] === 'string' && typeof piece[1] === 'number'
export const isText = (value: unknown): value is Written => typeof value === 'string' || isPieces(value)
export const written = (text: Written): string =>
  typeof text === 'string'
    ? text.replace('{half}', half)
    : text.map(piece => (typeof piece === 'string' ? piece : piece[0].repeat(piece[1]))).join('')
/** Of a character that takes two: no JSON holds it. */
const half = '\ud83d'

type WrittenFile = { trick: string; name: Written; text?: Written; latin1?: Written; kept?: string }
type Hostile = {
  renderings: readonly { trick: string; html: Written }[]
  messages: readonly { trick: string; text: Written }[]
  options: readonly Written[]
  reactions: readonly Written[]
  names: readonly Written[]
  files: readonly WrittenFile[]
  fileNames: readonly { trick: string; name: Written; isFolder?: boolean }[]
}
const all = hostile as unknown as Hostile

/** A trick in formatted text, as a service that escapes nothing would send it. */
export type HostileRendering = { trick: string; html: string }

/** In a school with faults the nth pupil of homework 112 has the nth of them; the trick's name is the plain comment. */
export const hostileRenderings: readonly HostileRendering[] = all.renderings.map(({ trick, html }) => ({
  trick,
  html: written(html),
}))

/** A comment of the homework of odd hand-ins, which is a trick itself. */
export const oddRendering: HostileRendering = hostile.oddRendering

const rendered = new Map<unknown, string>(
  [...hostileRenderings, oddRendering].map(({ trick, html }) => [trick, html]),
)

/** The same messages or submissions, those that are a trick's name formatted as by a service that escapes nothing. */
export async function withHostileRenderings(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const body: unknown = JSON.parse(await answer.text(), (_name, value: unknown) => {
    if (!isRecord(value)) return value
    if (rendered.has(value.text)) return { ...value, text_formatted: rendered.get(value.text) }
    return rendered.has(value.comment) ? { ...value, comment_formatted: rendered.get(value.comment) } : value
  })
  return Response.json(body, { headers: answer.headers })
}

/** A file that must be shown as what it is, or offered to save, and never run (cases 14, 15). */
export type HostileFile = { trick: string; name: string; bytes: (files: SchoolFiles) => Promise<Bytes> }

async function bytesOf({ text, latin1, kept }: WrittenFile, files: SchoolFiles): Promise<Bytes> {
  if (kept) return files(`faults/files/${kept}`)
  if (text) return new TextEncoder().encode(written(text))
  return Uint8Array.from(written(latin1 ?? ''), character => character.charCodeAt(0))
}

/**
 * In the seed school the nth pupil of homework 113 handed in the nth of them; the trick's name is their comment. Of those
 * named by orientation each is an `L` in a grey field, upright once that is respected (EXIF 2.3, tag 0x0112).
 */
export const hostileFiles: readonly HostileFile[] = all.files.map(file => ({
  trick: file.trick,
  name: written(file.name),
  bytes: files => bytesOf(file, files),
}))

/** The name of the chat in which all of what follows stands. */
export const hostileChatName = hostile.chatName

/** Messages that must be shown as what they are, text. */
export const hostileMessages: readonly { trick: string; text: string }[] = all.messages.map(
  ({ trick, text }) => ({ trick, text: written(text) }),
)

/** Answers of hostile polls: each poll of 20 or fewer. */
export const hostileOptions: readonly string[] = all.options.map(written)

/** Reactions a service that takes anything would pass on. */
export const hostileReactions: readonly string[] = all.reactions.map(written)

/** A message each, in this order; the trick's name is its text. Those that are large stand only in the homework. */
export const hostileChatFiles: readonly HostileFile[] = hostileFiles.filter(
  ({ trick }) => !/megapixels|150 pages|one long line|5,000|orientation [2-8]/.test(trick),
)

/** Each the `text_formatted` of a message, in this order; the trick's name is its text. */
export const hostileChatRenderings = hostileRenderings.filter(({ html }) => html.length < 10_000)

/** People whose names are tricks: they wrote all of it. */
export const hostileNames: readonly string[] = all.names.map(written)

/**
 * Names of a class's files, as a service sends them that takes any; what is in each is its trick. Each is shown as text,
 * opened and saved under a safe name, and never obeyed (cases 14, 19).
 */
export const strangeNames: readonly { trick: string; name: string; isFolder?: boolean | undefined }[] =
  all.fileNames.map(({ trick, name, isFolder }) => ({ trick, name: written(name), isFolder }))
