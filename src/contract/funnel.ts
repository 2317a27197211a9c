import type { Submission } from './submissions.ts'

/**
 * How far a class has come with a homework, in pupils. `seen`, `handedIn` and `corrected` are facts of their own: a
 * pupil can be corrected without having handed in. `toCorrect`: handed in and not corrected.
 */
export type Funnel = {
  of: number
  seen: number
  handedIn: number
  corrected: number
  toCorrect: number
  /** Parts of the bar, 0 to 1, each holding the next one: got anywhere, handed in or further, corrected. */
  bar: readonly [number, number, number]
}

type Step = Pick<Submission, 'is_acknowledged' | 'is_submitted' | 'is_corrected'>

/** Counts the submissions of one homework, pending ones among them. */
export function funnelOf(submissions: readonly Step[]): Funnel {
  const count = (holds: (step: Step) => boolean) => submissions.filter(holds).length
  const of = submissions.length
  const part = (pupils: number) => (of === 0 ? 0 : pupils / of)
  // Who handed in has seen it, whether or not they said so.
  const seen = count(step => step.is_acknowledged || step.is_submitted)
  const handedIn = count(step => step.is_submitted)
  const corrected = count(step => step.is_corrected)
  return {
    of,
    seen,
    handedIn,
    corrected,
    toCorrect: count(step => step.is_submitted && !step.is_corrected),
    bar: [
      part(count(step => step.is_acknowledged || step.is_submitted || step.is_corrected)),
      part(count(step => step.is_submitted || step.is_corrected)),
      part(corrected),
    ],
  }
}
