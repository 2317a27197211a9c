import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../lib/isRecord.ts'
import type { Bytes } from '../../school/schoolFiles.ts'
import hostile from './hostile.json' with { type: 'json' }

/**
 * Replaces placeholders in JSON: `{500×x}` by 500 times x, `{half}` by half of a surrogate pair, which JSON can't
 * contain.
 */
export const written = <T>(json: T): T =>
  JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(/\{(\d+)×([^}]*)\}/g, (_all, times: string, text: string) => text.repeat(Number(times)))
          .replace('{half}', '\ud83d')
      : value,
  )

/**
 * Attacks: texts and files that try to run code, to mislead the user or to pass as something else (rules 13 to 16, 19).
 * A successful attack sets `window.hacked`, sends a request to `evil.example`, or takes the page over. Renderings
 * imitate a service that escapes nothing. Files and names imitate a service that accepts any. Each file must be
 * displayed as its real kind or offered for download, and never run. The files named by orientation show an upright `L`
 * in a grey field if their orientation is respected (EXIF 2.3, tag 0x0112). In a school with faults, the nth pupil of
 * homework 112 has the nth rendering. The nth pupil of homework 113 handed in the nth file. The comment is the name of
 * the attack. In the hostile chat it is the text.
 */
export const {
  chatName: hostileChatName,
  fileNames: strangeNames,
  files: hostileFiles,
  messages: hostileMessages,
  /** Names of the users who wrote the chat. */
  names: hostileNames,
  /** Submissions that are hard to display, by seat. */
  oddHandIns,
  /** Rendering of one of their comments. */
  oddRendering,
  /** Options of a poll. */
  options: hostileOptions,
  reactions: hostileReactions,
  renderings: hostileRenderings,
} = written(hostile)

const rendered = new Map<unknown, string>(
  [...hostileRenderings, oddRendering].map(({ trick, html }) => [trick, html]),
)

/**
 * Replaces formatted texts in a response. A text that is the name of an attack gets its rendering, as from a service
 * that escapes nothing.
 */
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

/** Returns a stored file, e.g. `bomb.png`. */
export const readHostileFile = async (name: string): Promise<Bytes> =>
  new Uint8Array(await readFile(join(import.meta.dirname, 'files', name)))

export async function readFiles(list: readonly WrittenFile[]) {
  const read = list.map(
    async ({ name, text, latin1 = '', kept }): Promise<{ name: string; bytes: Bytes }> => {
      if (kept) return { name, bytes: await readHostileFile(kept) }
      if (text) return { name, bytes: new TextEncoder().encode(text) }
      return { name, bytes: Uint8Array.from(latin1, character => character.charCodeAt(0)) }
    },
  )
  return Promise.all(read)
}

/**
 * Files of the hostile chat, one per message, in this order. Large files and most orientations are only in the
 * homework.
 */
export const hostileChatFiles = hostileFiles.filter(
  ({ trick }) => !/megapixels|150 pages|one long line|5,000|orientation [2-8]/.test(trick),
)

export const hostileChatRenderings = hostileRenderings.filter(({ html }) => html.length < 10_000)
