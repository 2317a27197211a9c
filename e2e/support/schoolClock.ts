/** Wednesday 2026-11-18, 09:12 in Berlin: second hour, with substitutions of every kind. */
export const wednesday = Date.parse('2026-11-18T09:12:00+01:00')

/** Its ISO week, for pages with the real clock. The made-up school has lessons in the weeks around it. */
export const seededWeek = '2026-W47'

/** Runs as fast as the real clock, from another start. `now` is in Unix ms. */
export type SchoolClock = { now: () => number; advance: (ms: number) => void }

export function createSchoolClock(start: number): SchoolClock {
  let ahead = start - Date.now()
  return {
    now: () => Date.now() + ahead,
    advance: ms => {
      ahead += ms
    },
  }
}

export const minute = 60_000
export const hour = 60 * minute
