/**
 * Wednesday 2026-11-18, 09:12 in Berlin, in Unix ms. It is the second hour, and the day has substitutions of every
 * kind.
 */
export const wednesday = Date.parse('2026-11-18T09:12:00+01:00')

/** Clock that starts at another time and runs as fast as the real one. `now` returns Unix ms. */
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
