import type { Endpoint, Resource } from '../contract/endpoint.ts'

/** Gives the address to put in the place of another, `undefined` where that stays. */
export type Readdress = (url: string) => Promise<string> | undefined

/** What carries documents, in lists or alone. Nothing else is touched: the `url` of a chat is a link for people. */
const carrying: readonly Resource[] = ['file', 'submission', 'homework', 'message', 'document']

/** Whether the answers of an endpoint hold documents with addresses. */
export const carriesDocuments = ({ resource, answer }: Endpoint): boolean =>
  carrying.includes(resource) && (answer.kind === 'one' || answer.kind === 'rows')

const names = ['url', 'preview_url', 'download_url']
const beginnings = names.flatMap(name => Array.from(name, (_, at) => name.slice(0, at)))
const either = names.join('|')
/** A field and its text, in any JSON: within a text the quotes would have backslashes before them. */
const field = new RegExp(`("(?:${either})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*")`, 'g')
/** What may be the beginning of one, at the end of a piece. */
const unfinished = new RegExp(
  `"(?:(?:${[...beginnings, ...names].join('|')})|(?:${either})"\\s*(?::\\s*(?:"(?:[^"\\\\]|\\\\.)*\\\\?)?)?)$`,
)
/** An address longer than this stays as it came. */
const longest = 4000

/**
 * The JSON of an answer as it comes, the addresses of its documents replaced. Nothing is held but the end of a piece that
 * may be the beginning of an address; the rest of the text passes letter by letter.
 */
export function withDocumentPasses(
  body: ReadableStream<Uint8Array>,
  readdress: Readdress,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const encoder = new TextEncoder()
  let held = ''
  // Of a document the same address often comes twice.
  let last: { url: string; text: Promise<string> | string } | undefined
  const addressed = (json: string): Promise<string> | string => {
    if (json === last?.url) return last.text
    const url: unknown = parsed(json)
    const given = typeof url === 'string' && url.length <= longest ? readdress(url) : undefined
    last = { url: json, text: given ? given.then(address => JSON.stringify(address)) : json }
    return last.text
  }
  /** The text with its addresses replaced, but for the end that may be the beginning of one. */
  const replaced = async (text: string, isLast: boolean): Promise<string> => {
    const parts: (Promise<string> | string)[] = []
    let from = 0
    let after = 0
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(field)) {
      after = index + whole.length
      const address = addressed(value)
      if (address === value) continue
      parts.push(text.slice(from, index) + name, address)
      from = after
    }
    const start = Math.max(after, text.length - longest - 100)
    const end = isLast ? null : unfinished.exec(text.slice(start))
    const cut = end ? start + end.index : text.length
    held = text.slice(cut)
    return (await Promise.all(parts)).join('') + text.slice(from, cut)
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = held + decoder.decode(chunk, { stream: true })
        const passed = await replaced(text, false)
        if (passed !== '') controller.enqueue(encoder.encode(passed))
      },
      async flush(controller) {
        const rest = held + decoder.decode()
        if (rest !== '') controller.enqueue(encoder.encode(await replaced(rest, true)))
      },
    }),
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
