/**
 * Ways an answer about a class can go wrong. `value` is a status for `status`, seconds for `busy`, milliseconds for
 * `slow` (null: never answers).
 */
export type FaultKind =
  | 'status'
  | 'busy'
  | 'busyBare'
  | 'html'
  | 'malformedJson'
  | 'emptyBody'
  | 'slow'
  | 'once401'
  | 'flaky'
  | 'loose'
  | 'broken'
  | 'hostile'
  | 'large'
  | 'access'
  | 'writes'

/** Every answer about class `id` goes wrong as `says` tells. */
export type FaultClass = { id: number; name: string; kind: FaultKind; value: string | null; says: string }

const fault = (id: number, kind: FaultKind, value: string | number | null, says: string): FaultClass => ({
  id,
  name: `Fault ${id}`,
  kind,
  value: value === null ? null : String(value),
  says,
})

/** No class below this number is one of them, so that the ordinary ones are not looked up. */
export const firstFaultClass = 9000

/**
 * Special records of the seed school, for tests and for looking at what the app does. Everybody signed in may ask for
 * all but the last four by their number: they hold nobody's data. None stands in the list of anybody's memberships.
 */
export const faultClasses: readonly FaultClass[] = [
  fault(9001, 'status', 500, 'status 500 with the error body'),
  fault(9002, 'status', 502, 'status 502 with the error body'),
  fault(9003, 'status', 503, 'status 503 with the error body'),
  fault(9004, 'status', 404, 'status 404 with the error body'),
  fault(9005, 'status', 401, 'status 401, whatever the token: ends the session'),
  fault(9006, 'status', 403, 'status 403 with the error body'),
  fault(9007, 'status', 501, 'status 501 with the error body'),
  fault(9010, 'busy', 20, 'status 429 with Retry-After 20 and the rate headers used up'),
  fault(9011, 'busyBare', null, 'status 429 without any header or body that says when'),
  fault(9020, 'html', null, 'status 200 with an HTML page'),
  fault(9021, 'malformedJson', null, 'status 200 with JSON that breaks off'),
  fault(9022, 'emptyBody', null, 'status 200 with nothing in it'),
  fault(9030, 'slow', null, 'no answer until the request is given up'),
  fault(9031, 'slow', 8000, 'an answer after 8 seconds'),
  fault(9040, 'once401', null, 'status 401 to the first request of a person in a minute, then fine'),
  fault(9041, 'flaky', null, 'status 503 to every first of two requests for the same thing'),
  fault(9050, 'loose', null, 'every looseness a service may have (cases 18): all of it readable'),
  fault(9051, 'broken', null, 'rows without id or date, of wrong types, twice (cases 19)'),
  fault(
    9052,
    'hostile',
    null,
    'script, writing direction, control characters and addresses as text (cases 13, 14)',
  ),
  fault(
    9053,
    'large',
    null,
    'a timeline of 366 days of ten hours, however few were asked for, and 2,000 homeworks of 5 MB',
  ),
  fault(
    9060,
    'access',
    null,
    'content that classes, groups and targets nobody knows have access to; what is changed is remembered until the service stops (faultyAccess.ts)',
  ),
  {
    id: 9100,
    name: 'Fault homework',
    kind: 'writes',
    value: null,
    says: 'a class of real pupils that answers rightly; its homework goes wrong when it is corrected (faultHomework.ts)',
  },
  {
    id: 9101,
    name: 'Fault files',
    kind: 'writes',
    value: null,
    says: 'a class of real pupils that answers rightly; its files make no tree: circles, orphans, files in files (seed/files/fillTangledFiles.ts)',
  },
  {
    id: 9102,
    name: 'Fault folders',
    kind: 'writes',
    value: null,
    says: 'a class of real pupils that answers rightly; in its folders writes go wrong (faultFolders.ts), and files have strange names (seed/files/strangeNames.ts)',
  },
  {
    id: 9103,
    name: 'Odd class',
    kind: 'writes',
    value: null,
    says: 'the people of 10a in a week that is too much, with names that do not fit and shapes nobody has heard of (seed/oddSchool.ts)',
  },
]
