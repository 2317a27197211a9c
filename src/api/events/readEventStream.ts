/** What comes of a stream of server-sent events (HTML § 9.2): an event's data, how long to wait before asking again. */
export type StreamPart =
  | { kind: 'data'; text: string }
  | { kind: 'retry'; after: number }
  /** A comment, or a field that means nothing here: the other side is there. */
  | { kind: 'sign' }

/** No line of ours is near as long; what never ends one must not fill the memory, characters. */
const longestLine = 100_000

/** Reads it as it comes, wherever it was cut on its way. Ends when it ends or is given up, throws where it breaks off. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, void> {
  let data: string[] = []
  for await (const line of linesOf(body, signal)) {
    if (line === '') {
      if (data.length > 0) yield { kind: 'data', text: data.join('\n') }
      data = []
      continue
    }
    const { name, value } = fieldOf(line)
    if (name === 'data') data.push(value)
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) yield { kind: 'retry', after: Number(value) }
    else yield { kind: 'sign' }
  }
}

function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon === -1) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}

/** Lines end with LF, CR or both; one that has not ended when the stream does is none. */
async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  // Takes a byte order mark off the beginning, and joins characters that were cut.
  const decoder = new TextDecoder()
  let rest = ''
  /** The last character was CR: an LF now belongs to it. */
  let afterReturn = false
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      let text = decoder.decode(read.value, { stream: true })
      if (text === '') continue
      if (afterReturn && text.startsWith('\n')) text = text.slice(1)
      afterReturn = text.endsWith('\r')
      const lines = (rest + text).split(/\r\n|\r|\n/)
      rest = lines.pop() ?? ''
      if (rest.length > longestLine) throw new RangeError('a line of events that does not end')
      yield* lines
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    // Whoever stops halfway wants no more of it.
    cancel()
  }
}
