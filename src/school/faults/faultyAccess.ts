import type { Endpoint } from '../../contract/endpoint.ts'
import { permissions, resourceFields } from '../../contract/permissions.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { forbidden, invalid, notFound, Problem } from '../../service/answers/problem.ts'

/**
 * Content of the class 9060 of the seed school, which no table holds, and the grants on it: targets of kinds that api.md
 * does not show. In the second lesson the caller may only write; of the homework they are the only administrator.
 */
export const accessIds = {
  lessons: [9_060_001, 9_060_002],
  homework: 9_060_003,
  folder: 9_060_004,
  file: 9_060_005,
  first: 9_060_001,
  last: 9_060_099,
} as const

/** Grants are numbered from here; those of each content by the hundred. */
const firstGrant = 9_061_000

type Caller = { userId: number; name: string }
type Grant = Record<string, unknown> & { id: number; is_write: boolean; is_admin: boolean }
type Asked = { params: Record<string, number>; query: unknown; body?: unknown; caller: Caller }
type Place = { field: string; id: number }

/** Answers about the grants of such content; undefined for a request about anything else. Throws what is refused. */
export type FaultyAccess = (endpoint: Endpoint, asked: Asked) => unknown

/** Whether a request is about such content or a grant on it, so that others need no look at the caller. */
export function isFaultyAccess(endpoint: Endpoint, asked: Omit<Asked, 'caller'>): boolean {
  return endpoint.resource === 'permission' && (placeOf(asked) ?? grantOf(asked)) !== undefined
}

/** Holds what each caller changed, until the service stops. */
export function createFaultyAccess(): FaultyAccess {
  const kept = new Map<string, Grant[]>()
  const grantsOf = (caller: Caller, place: Place): Grant[] => {
    const key = `${caller.userId} ${place.id}`
    const grants = kept.get(key) ?? grantsOn(place, caller)
    kept.set(key, grants)
    return grants
  }

  return (endpoint, asked) => {
    const { caller } = asked
    const grantId = grantOf(asked)
    const place = placeOf(asked) ?? (grantId === undefined ? undefined : placeOfGrant(grantId))
    if (!place) return undefined
    const grants = grantsOf(caller, place)
    // Its last administrator took it along.
    if (grants.length === 0) throw notFound()
    if (endpoint === permissions.list) return grants
    const own = grants.find(({ target }) => userOf(target) === caller.userId)
    if (endpoint.method !== 'GET' && !own?.is_admin) throw forbidden('Only an administrator may change this.')
    if (endpoint === permissions.create) return given(grants, place, asked)
    const grant = grants.find(({ id }) => id === grantId)
    if (!grant) throw notFound()
    if (endpoint === permissions.change) {
      const flags = flagsOf(asked.body)
      const others = grants.filter(({ id, is_admin }) => is_admin && id !== grantId)
      if (flags.is_admin === false && others.length === 0) {
        throw new Problem(409, 'last_admin', 'This is the last administrator. Make somebody else one first.')
      }
      return Object.assign(grant, flags)
    }
    if (endpoint !== permissions.remove) return grant
    grants.splice(grants.indexOf(grant), 1)
    if (!grants.some(({ is_admin }) => is_admin)) grants.length = 0
    return { success: true }
  }
}

/** A grant to a single person; of one there is already, the flags change. */
function given(grants: Grant[], place: Place, { body, caller }: Asked): Grant {
  const userId = isRecord(body) && isRecord(body.target_ids) ? body.target_ids.user_id : undefined
  if (typeof userId !== 'number') throw invalid({ target_ids: 'Only a single user_id can be given access.' })
  const there = grants.find(({ target }) => userOf(target) === userId)
  if (there) return Object.assign(there, flagsOf(body))
  const id = Math.max(...grants.map(grant => grant.id)) + 1
  const name = `Person ${userId}`
  const added = row(id, place, { ids: { user_id: userId }, type: 'User', name }, caller.userId)
  grants.push({ ...added, ...flagsOf(body) })
  return grants.at(-1) ?? added
}

const userOf = (target: unknown): unknown =>
  isRecord(target) && isRecord(target.ids) ? target.ids.user_id : undefined

function flagsOf(body: unknown): Partial<Grant> {
  if (!isRecord(body)) return {}
  const { is_write, is_admin } = body
  return {
    ...(typeof is_write === 'boolean' && { is_write }),
    ...(typeof is_admin === 'boolean' && { is_admin }),
  }
}

/** What the request names: in its query or in its body. */
function placeOf({ query, body }: Pick<Asked, 'query' | 'body'>): Place | undefined {
  const ids = isRecord(body) && isRecord(body.resource_ids) ? body.resource_ids : query
  if (!isRecord(ids)) return undefined
  const field = resourceFields.find(name => ids[name] !== undefined)
  const id = field && Number(ids[field])
  if (field === undefined || id === undefined || id < accessIds.first || id > accessIds.last) return undefined
  return { field, id }
}

function grantOf({ params }: Pick<Asked, 'params'>): number | undefined {
  const id = params.permission_id ?? 0
  return id >= firstGrant && placeOfGrant(id) ? id : undefined
}

const fields = ['lesson_id', 'lesson_id', 'todo_id', 'file_id', 'file_id'] as const

function placeOfGrant(id: number): Place | undefined {
  const index = Math.floor((id - firstGrant) / 100)
  const field = fields[index]
  return field && { field, id: accessIds.first + index }
}

type Target = { ids: Record<string, unknown>; type: string; name: string; image?: string | null; many?: true }

const row = (
  id: number,
  place: Place,
  { image = null, many, ...target }: Target,
  by: number | null,
): Grant => ({
  id,
  resource_ids: { [place.field]: place.id },
  target: {
    ...target,
    display_name: `${target.type} ${target.name}`,
    image,
    targets_multiple_users: many === true,
  },
  is_write: false,
  is_admin: false,
  given_by_user_id: by,
  given_at: '2026-11-12T09:00:00+01:00',
})

function grantsOn(place: Place, { userId, name }: Caller): Grant[] {
  const from = firstGrant + (place.id - accessIds.first) * 100
  const own: Target = { ids: { user_id: userId }, type: 'User', name }
  const targets: readonly Target[] = [
    own,
    { ids: { course_id: 1 }, type: 'Class', name: '8b', image: 'https://school.example/8b.png', many: true },
    { ids: { group_id: 7 }, type: 'Group', name: 'Maths teachers', many: true },
    { ids: { school_id: 1 }, type: 'School', name: 'All of the school', many: true },
    { ids: {}, type: 'xq-7', name: 'A kind nobody knows', image: hostileText.address },
    { ids: { user_id: 'seven' }, type: '', name: '' },
    { ids: { user_id: 900_001 }, type: '<b>User</b>', name: hostileText.name, image: hostileText.address },
    { ids: { user_id: 900_002 }, type: 'User', name: '\u202ethcerblA anaJ\u0007' },
    { ids: { group_id: 8 }, type: 'Group', name: 'long '.repeat(1000), many: true },
  ]
  const isOnlyAdmin = place.id === accessIds.homework
  const isWriter = place.id === accessIds.lessons[1]
  return targets.map((target, index) => ({
    ...row(from + 1 + index, place, target, index === 0 ? null : userId),
    is_write: index === 0 || index === 2,
    is_admin: index === 0 ? !isWriter : index === 1 && !isOnlyAdmin,
  }))
}

/** What the rows below differ from: as a loose, a broken and a hostile service sends them (faults.ts says where). */
const lesson = {
  short: 'Ma',
  room: '204',
  teacher: 'Nobody',
  note: '',
  color: '#3177dc',
  is_gradable: true,
  is_timetable_only: false,
  rooms: [],
}

/** Odd, but readable, every one of them (cases 18). */
export const looseLessons: unknown[] = [
  { ...lesson, id: 901, name: 'No rooms: a list' },
  { ...lesson, id: 902, name: 'No rooms: an object', rooms: {} },
  { ...lesson, id: 903, name: 'No rooms: null', rooms: null, note: null },
  { ...lesson, id: 904, name: 'No rooms at all', rooms: undefined, color: undefined },
  { ...lesson, id: 905, name: 'A room', rooms: { '1-2-3': 'B12' }, color: '' },
  { ...lesson, id: 906, name: 'Colour null', color: null },
  { ...lesson, id: 907, name: 'Colour by name', color: 'red' },
  { ...lesson, id: 908, name: 'Colour that is code', color: 'red;background:url(//evil.example/x)' },
  { ...lesson, id: 909, name: 'A field nobody knows', unheard_of: { deep: [1, 2, 3] } },
]

/** Hours without a number, without an id, and with seconds nobody asked for. */
export const looseUnits: unknown[] = [
  { id: 901, start: '8:00', end: '8:45', position: 1, text: '1', text_readable: '1.' },
  {
    id: null,
    start: '08:50:00',
    end: '09:35:00',
    position: null,
    positions: [2, 3],
    text: '',
    text_readable: '',
  },
  {
    id: 903,
    start: '09:55',
    end: '10:40',
    position: null,
    positions: 'none',
    text: '3',
    text_readable: '3.',
  },
]

/** Two readable subjects, one of them twice; five that can't be read (cases 19). */
export const brokenLessons: unknown[] = [
  { ...lesson, id: 901, name: 'Readable' },
  { ...lesson, name: 'No id' },
  { ...lesson, id: '902', name: 'Id as text' },
  { ...lesson, id: 903, name: 7 },
  null,
  'Maths',
  { ...lesson, id: 901, name: 'The same id again' },
  { ...lesson, id: 904, name: 'Readable too' },
]

/** Two readable people, one of them twice; three that can't be read. */
export const brokenMembers: unknown[] = [
  { id: 1, name: 'A. Nobody' },
  { id: 1, name: 'A. Nobody' },
  { name: 'No id' },
  { id: 2, name: null },
  [],
  { id: 3, name: 'B. Nobody' },
]

/** Text that a careless page would run, follow or be turned round by (cases 13, 14). */
export const hostileText = {
  name: '<script>window.hacked = true</script><img src=x onerror="window.hacked = true">',
  short: '\u202eaM',
  room: '\u0007\u200f204\u202e</td>',
  teacher: 'javascript:window.hacked=true',
  note: 'https://evil.example/ javascript:alert(1) data:text/html,<script>window.hacked=true</script>',
  color: 'javascript:window.hacked=true',
  address: 'javascript:window.hacked=true',
  representations: [
    '<b onmouseover="window.hacked = true">Assembly</b>',
    { kind: 'note', note: '\u202e\u2066<svg onload="window.hacked = true">\u0000' },
    { lesson_id: 901, kind: 'substituted', teacher: '<iframe src="javascript:window.hacked=true">' },
  ],
}
