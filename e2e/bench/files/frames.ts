/** Measures the visible content, frame by frame. */

/** Resolves after the next frame was sent to the compositor. The layout is complete then, so reading it is cheap. */
async function afterFrame(): Promise<void> {
  await new Promise(resolve => requestAnimationFrame(resolve))
  const { port1, port2 } = new MessageChannel()
  await new Promise(resolve => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}

/** Resolves after the frame that fully shows the row. Returns the time in ms. */
export async function painted(row: () => Element | null | undefined): Promise<number> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    await afterFrame()
    const box = row()?.getBoundingClientRect()
    if (box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight) return performance.now()
  }
  throw new Error('the row was not shown within a minute')
}
