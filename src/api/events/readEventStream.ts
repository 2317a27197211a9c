/** HTML § 9.2. `after` is in ms. */
export type StreamPart =
  | { kind: 'data'; text: string }
  | { kind: 'retry'; after: number }
  /** A comment or unknown field. */
  | { kind: 'sign' }

/** In characters, so that an endless line can't fill the memory. */
const maxLineLength = 100_000

/** Ends when aborted. Throws if the stream breaks. */
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

/** Drops an unfinished last line. */
async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  // Removes a byte order mark, and joins split characters.
  const decoder = new TextDecoder()
  let rest = ''
  /** A following LF belongs to the CR. */
  let afterReturn = false
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      let text = decoder.decode(read.value, { stream: true })
      if (text === '') continue
      if (afterReturn && text.startsWith('\n')) text = text.slice(1)
      afterReturn = text.endsWith('\r')
      const lines = (rest + text).split(/\r\n|\r|\n/)
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw new RangeError('a line of events is too long')
      yield* lines
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
