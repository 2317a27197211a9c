/** What a person in front of the page would see, frame by frame. */

/** The moment after the next frame was handed to the compositor: everything is laid out, and reading it costs nothing. */
async function afterFrame(): Promise<void> {
  await new Promise(resolve => requestAnimationFrame(resolve))
  const { port1, port2 } = new MessageChannel()
  await new Promise(resolve => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}

/** Ends with the frame in which the row is in sight, and answers when that was (ms). */
export async function painted(row: () => Element | null | undefined): Promise<number> {
  const late = performance.now() + 60_000
  while (performance.now() < late) {
    await afterFrame()
    const box = row()?.getBoundingClientRect()
    if (box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight) return performance.now()
  }
  throw new Error('it never showed')
}
