/** Events of a click. The first one decides. */
const clickEvents = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const

/** Keeps clicks from the page that miss their target, because the page may move it between `aim` and the click. */
export function createClickGuard() {
  let isExpected: ((event: Event) => boolean) | undefined
  let result: 'waiting' | 'hit' | 'missed' = 'hit'
  for (const type of clickEvents) {
    window.addEventListener(
      type,
      event => {
        if (result === 'waiting') result = isExpected?.(event) ? 'hit' : 'missed'
        if (result !== 'missed') return
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      { capture: true },
    )
  }
  return {
    expectClick(check: (event: Event) => boolean) {
      isExpected = check
      result = 'waiting'
    },
    wasHit() {
      const isHit = result === 'hit'
      result = 'hit'
      return isHit
    },
  }
}
