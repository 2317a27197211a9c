/** The demo's school, as src/demo hands it over. */
export type Demo = {
  /** What became of the school this browser had: `new week` and `damaged` mean that it was made anew. */
  beginning: 'kept' | 'new' | 'new week' | 'damaged'
  /** Puts the school back to how it began; every tab is signed out by it. */
  reset: () => Promise<void>
}

/** Password of everybody in the seed school; public by intention (service-facts.md). */
export const seedSchoolPassword = 'staffroom-demo'
