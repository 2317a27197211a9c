import { progressOf, type Submission } from './submissions.ts'

/** Where one pupil stands with one homework. */
export type Progress = ReturnType<typeof progressOf>

/**
 * How far a class has come with a homework, in pupils. Each stands at one place, and a step counts those who stand there
 * or further on, so that the numbers add up for whoever reads them: `handedIn` is `corrected` and `toCorrect` together,
 * and what is missing to `of` was not handed in. Whoever was corrected without handing in (on paper, say) counts as far
 * as corrected; `withoutHandIn` says how many they are.
 */
export type Funnel = {
  of: number
  seen: number
  handedIn: number
  corrected: number
  toCorrect: number
  withoutHandIn: number
  /** Parts of the bar, 0 to 1, each holding the next one: seen, handed in, corrected. */
  bar: readonly [number, number, number]
}

/** A pupil's place, and whether they really handed in. */
export type Step = { progress: Progress; isSubmitted: boolean }

export const stepOf = (
  submission: Pick<Submission, 'is_acknowledged' | 'is_submitted' | 'is_corrected'>,
): Step => ({ progress: progressOf(submission), isSubmitted: submission.is_submitted })

/** Counts the pupils of one homework: everywhere the app says how many, it asks this. */
export function funnelOf(steps: readonly Step[]): Funnel {
  const count = (...places: Progress[]) => steps.filter(({ progress }) => places.includes(progress)).length
  const of = steps.length
  const toCorrect = count('handedIn')
  const corrected = count('corrected')
  const handedIn = corrected + toCorrect
  const seen = handedIn + count('seen')
  const part = (pupils: number) => (of === 0 ? 0 : pupils / of)
  return {
    of,
    seen,
    handedIn,
    corrected,
    toCorrect,
    withoutHandIn: steps.filter(({ progress, isSubmitted }) => progress === 'corrected' && !isSubmitted)
      .length,
    bar: [part(seen), part(handedIn), part(corrected)],
  }
}
