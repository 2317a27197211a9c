/** How many long lists are made at a time, whoever asks. */
const places = 2

/** Milliseconds that a reader may take for what was made before others are let in. */
const patience = 250

/** Who makes a long list has a place while it is read; those who ask meanwhile wait their turn. */
export type BigLists = ReturnType<typeof createBigLists>

/**
 * Two long lists at a time: each holds a page of rows, so that what is held is bounded, and a list that is begun is soon
 * done. Who reads slowly, or stops, keeps nobody waiting: their place is the next one's, and they wait for another.
 */
export function createBigLists() {
  const waiting: (() => void)[] = []
  let free = places
  const enter = () => {
    if (free === 0) return new Promise<void>(resolve => waiting.push(resolve))
    free -= 1
    return Promise.resolve()
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  /** Streams what is made, with a place whenever something is. The first piece is made without one, and may be all. */
  const stream = (made: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array<ArrayBuffer>> => {
    const encoder = new TextEncoder()
    let hasPlace = false
    let isFirst = true
    let isGone = false
    let idle: ReturnType<typeof setTimeout> | undefined
    const giveUp = () => {
      clearTimeout(idle)
      if (!hasPlace) return
      hasPlace = false
      leave()
    }
    return new ReadableStream(
      {
        async pull(controller) {
          clearTimeout(idle)
          try {
            if (!isFirst && !hasPlace) {
              await enter()
              hasPlace = true
              if (isGone) return giveUp()
            }
            isFirst = false
            const { value, done } = await made.next()
            if (isGone) return giveUp()
            if (value !== undefined) controller.enqueue(encoder.encode(value))
            if (done) {
              giveUp()
              controller.close()
            } else idle = setTimeout(giveUp, patience)
          } catch (error) {
            giveUp()
            throw error
          }
        },
        async cancel() {
          isGone = true
          giveUp()
          await made.return()
        },
      },
      { highWaterMark: 0 },
    )
  }

  return {
    /** The answer with this JSON, made while it is read; `tag` as in etag.ts. */
    answer: (made: AsyncGenerator<string, void, undefined>, tag?: string): Response =>
      new Response(stream(made), {
        headers: { 'Content-Type': 'application/json', ...(tag !== undefined && { ETag: tag }) },
      }),
  }
}
