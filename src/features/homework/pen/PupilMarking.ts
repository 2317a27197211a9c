import type { MarkStore } from './markStore.ts'

/** The marks of the pupil on screen. */
export type PupilMarking = {
  store: MarkStore
  /**
   * `otherTab`: another tab edits the draft. `returning`: it is queued. `aside`: the correction of another teacher
   * replaced it.
   */
  state: 'open' | 'otherTab' | 'returning' | 'aside'
  /** False if marks are lost with the page. */
  isPersistent: boolean
  /** Names of the other files that the pupil receives. */
  otherFiles: readonly string[]
}
