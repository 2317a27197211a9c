import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../lib/isRecord.ts'
import type { Bytes } from '../../school/schoolFiles.ts'
import hostile from './hostile.json' with { type: 'json' }

/** Replaces `{500×x}` by 500 times x, and `{half}` by half of a surrogate pair, which JSON can't contain. */
export const expandPlaceholders = <T>(json: T): T =>
  JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(/\{(\d+)×([^}]*)\}/g, (_all, times: string, text: string) => text.repeat(Number(times)))
          .replace('{half}', '\ud83d')
      : value,
  )

/**
 * Attacks by texts and files (rules 13 to 16, 19). A successful one sets `window.hacked`, sends a request to
 * `evil.example`, or takes the page over. The nth pupil of homework 112 has the nth rendering, of homework
 * 113 the nth file. Files named by orientation show an upright `L` if the orientation is respected (EXIF 2.3,
 * tag 0x0112).
 */
export const {
  chatName: hostileChatName,
  fileNames: strangeNames,
  files: hostileFiles,
  messages: hostileMessages,
  names: hostileNames,
  /** By seat. */
  oddHandIns,
  /** Rendering of a comment of `oddHandIns`. */
  oddRendering,
  options: hostileOptions,
  reactions: hostileReactions,
  renderings: hostileRenderings,
} = expandPlaceholders(hostile)

const rendered = new Map<unknown, string>(
  [...hostileRenderings, oddRendering].map(({ trick, html }) => [trick, html]),
)

/** Adds the unescaped rendering to each text that names an attack. */
export async function withHostileRenderings(response: Response): Promise<Response> {
  if (!response.ok) return response
  const body: unknown = JSON.parse(await response.text(), (_name, value: unknown) => {
    if (!isRecord(value)) return value
    if (rendered.has(value.text)) return { ...value, text_formatted: rendered.get(value.text) }
    return rendered.has(value.comment) ? { ...value, comment_formatted: rendered.get(value.comment) } : value
  })
  return Response.json(body, { headers: response.headers })
}

type FileJson = { name: string; text?: string; latin1?: string; file?: string }

export const readHostileFile = async (name: string): Promise<Bytes> =>
  new Uint8Array(await readFile(join(import.meta.dirname, 'files', name)))

export async function readFiles(list: readonly FileJson[]) {
  const read = list.map(
    async ({ name, text, latin1 = '', file }): Promise<{ name: string; bytes: Bytes }> => {
      if (file) return { name, bytes: await readHostileFile(file) }
      if (text) return { name, bytes: new TextEncoder().encode(text) }
      return { name, bytes: Uint8Array.from(latin1, character => character.charCodeAt(0)) }
    },
  )
  return Promise.all(read)
}

/** Without large files and most orientations. */
export const hostileChatFiles = hostileFiles.filter(
  ({ trick }) => !/megapixels|150 pages|one long line|5,000|orientation [2-8]/.test(trick),
)

export const hostileChatRenderings = hostileRenderings.filter(({ html }) => html.length < 10_000)
