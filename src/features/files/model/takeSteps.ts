/** Longest time (ms) that other work has to wait. */
const turn = 8

/** Takes all steps at once. */
export function allSteps<T>(steps: Generator<void, T>): T {
  let next = steps.next()
  while (!next.done) next = steps.next()
  return next.value
}

/** Takes the steps in turns, with other work in between. Answers with a function that gives up. */
export function stepsInTurns<T>(steps: Generator<void, T>, done: (value: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const take = () => {
    const end = performance.now() + turn
    do {
      const next = steps.next()
      if (next.done) return done(next.value)
    } while (performance.now() < end)
    timer = setTimeout(take)
  }
  timer = setTimeout(take)
  return () => clearTimeout(timer)
}
