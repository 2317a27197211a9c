import type { MarkStore } from './markStore.ts'

/** The marks of the pupil on screen. */
export type PupilMarking = {
  store: MarkStore
  /** `returning`: the draft is queued. */
  state: 'open' | 'returning'
  /** False if marks are lost with the page. */
  isPersistent: boolean
  /** Names of the other files that the pupil receives. */
  otherFiles: readonly string[]
}
