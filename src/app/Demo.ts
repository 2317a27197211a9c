/** The demo's school, as src/demo hands it over. */
export type Demo = {
  /** Puts the school back to how it began; every tab is signed out by it. */
  reset: () => Promise<void>
}

/** Password of everybody in the seed school; public by intention (service-facts.md). */
export const seedSchoolPassword = 'staffroom-demo'
