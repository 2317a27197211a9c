/** So much of an answer is here before the page hears of it, bytes: short ones as a whole. */
const ahead = 16_384

/**
 * The same answer once it has well begun, so that one which breaks off at once can still be called one (502) instead of
 * a good answer. Rejects when it breaks off before that. `over` runs once, when the last byte is read, the rest breaks
 * off, or nobody wants it any more.
 */
export async function begun(response: Response, over: () => void): Promise<Response> {
  const { status, headers } = response
  if (!response.body) {
    over()
    return new Response(null, { status, headers })
  }
  const reader = response.body.getReader()
  const first: Uint8Array<ArrayBuffer>[] = []
  let isDone = false
  try {
    for (let length = 0; length < ahead; ) {
      const read = await reader.read()
      isDone = read.done
      if (read.done) break
      first.push(read.value)
      length += read.value.byteLength
    }
  } catch (error) {
    over()
    throw error
  }
  if (isDone) over()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of first) controller.enqueue(chunk)
      if (isDone) controller.close()
    },
    async pull(controller) {
      try {
        const read = await reader.read()
        if (!read.done) return controller.enqueue(read.value)
        over()
        controller.close()
      } catch (error) {
        over()
        throw error
      }
    },
    async cancel(reason) {
      over()
      await reader.cancel(reason)
    },
  })
  return new Response(body, { status, headers })
}
