import { isRecord } from '../../lib/isRecord.ts'
import type { Bytes, SchoolFiles } from '../schoolFiles.ts'
import hostile from './hostile.json' with { type: 'json' }

/** JSON as it is meant: `{500×x}` is 500 times x, `{half}` a half of a character that takes two, which no JSON holds. */
export const written = <T>(json: T): T =>
  JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(/\{(\d+)×([^}]*)\}/g, (_all, times: string, text: string) => text.repeat(Number(times)))
          .replace('{half}', '\ud83d')
      : value,
  )

/**
 * What tries to run, to lead astray or to be read as something else, a trick each (cases 13 to 16, 19). What succeeds sets
 * `window.hacked`, asks `evil.example`, or takes the page over. Renderings are formatted text as of a service that escapes
 * nothing, files and their names as of one that takes any. Each file must be shown as what it is, or offered to save, and
 * never run; those named by orientation show an `L` in a grey field, upright once that is respected (EXIF 2.3, tag
 * 0x0112).
 *
 * In a school with faults the nth pupil of homework 112 has the nth rendering, and of 113 handed in the nth file; the
 * trick's name is the comment, as in the hostile chat the text.
 */
export const {
  chatName: hostileChatName,
  fileNames: strangeNames,
  files: hostileFiles,
  messages: hostileMessages,
  /** People who wrote all of the chat. */
  names: hostileNames,
  /** What some pupils did who should not have, by seat. */
  oddHandIns,
  /** A comment of theirs. */
  oddRendering,
  /** Of a poll. */
  options: hostileOptions,
  reactions: hostileReactions,
  renderings: hostileRenderings,
} = written(hostile)

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

type WrittenFile = { name: string; text?: string; latin1?: string; kept?: string }

export async function readFiles(list: readonly WrittenFile[], files: SchoolFiles) {
  const read = list.map(
    async ({ name, text, latin1 = '', kept }): Promise<{ name: string; bytes: Bytes }> => {
      if (kept) return { name, bytes: await files(`faults/files/${kept}`) }
      if (text) return { name, bytes: new TextEncoder().encode(text) }
      return { name, bytes: Uint8Array.from(latin1, character => character.charCodeAt(0)) }
    },
  )
  return Promise.all(read)
}

/** A message each, in this order. Those that are large stand only in the homework. */
export const hostileChatFiles = hostileFiles.filter(
  ({ trick }) => !/megapixels|150 pages|one long line|5,000|orientation [2-8]/.test(trick),
)

export const hostileChatRenderings = hostileRenderings.filter(({ html }) => html.length < 10_000)
