/** What the printed sheet shows of each lesson, so that it fits on one A4 page. */
export type CoverLimits = {
  /** Size of the print. */
  density: 'roomy' | 'compact' | 'dense'
  taskLines: number
  dueHomework: number
  files: number
  pupils: number
}

/** `lessons`: number of blocks on the sheet. A double lesson is one block. */
export function getCoverLimits(lessons: number): CoverLimits {
  if (lessons <= 3)
    return {
      density: 'roomy',
      taskLines: Math.floor(15 / Math.max(lessons, 1)),
      dueHomework: 2,
      files: 6,
      pupils: 40,
    }
  if (lessons <= 5)
    return { density: 'compact', taskLines: Math.floor(17 / lessons), dueHomework: 1, files: 4, pupils: 30 }
  return {
    density: 'dense',
    taskLines: Math.max(2, Math.floor(20 / lessons)),
    dueHomework: 1,
    files: 3,
    pupils: 30,
  }
}

/** Average characters per printed line. */
const lineLength = { roomy: 85, compact: 105, dense: 120 }

/** Estimates whether the task has more lines than are printed. */
export const isTaskCut = (task: string, { density, taskLines }: CoverLimits): boolean =>
  task
    .trimEnd()
    .split('\n')
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineLength[density])), 0) > taskLines
