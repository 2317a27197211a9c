import type { Key, Point } from './Browser.ts'

/** Input in the format of W3C WebDriver, which WebDriver BiDi shares. */
const control = '\uE009'
/** Keys that are held down until the last one is pressed. */
const keyValues: Record<Key, readonly string[]> = {
  Enter: ['\uE007'],
  Escape: ['\uE00C'],
  Backspace: ['\uE003'],
  End: ['\uE010'],
  ArrowDown: ['\uE015'],
  'Control+a': [control, 'a'],
  'Control+c': [control, 'c'],
  'Control+v': [control, 'v'],
}

const mouse = (actions: object[]) => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
]
/** Presses combinations of keys, one after the other. */
const keyboard = (combinations: readonly (readonly string[])[]) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: combinations.flatMap(values => [
      ...values.map(value => ({ type: 'keyDown', value })),
      ...values.toReversed().map(value => ({ type: 'keyUp', value })),
    ]),
  },
]

const move = ({ x, y }: Point, duration = 0) => ({
  type: 'pointerMove',
  origin: 'viewport',
  x: Math.round(x),
  y: Math.round(y),
  duration,
})
const down = { type: 'pointerDown', button: 0 }
const up = { type: 'pointerUp', button: 0 }

export const clickActions = (at: Point) => mouse([move(at), down, up])

export function dragActions(points: readonly Point[]) {
  const [first, ...others] = points
  return mouse(first ? [move(first), down, ...others.map(point => move(point, 50)), up] : [])
}

export const typeActions = (text: string) => keyboard([...text].map(character => [character]))
export const pressActions = (key: Key) => keyboard([keyValues[key]])
