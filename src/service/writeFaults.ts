import { documents } from '../contract/documents.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { readRelation } from '../contract/relations.ts'
import { submissions } from '../contract/submissions.ts'
import { chatFault } from './chatFault.ts'
import { busy, failed, unlimited, type Way } from './faultAnswers.ts'
import { faultHomeworkIds, type WriteFaultKind } from './faultHomework.ts'
import type { Db } from './store/schema.ts'
import { untilTimeOrAbort, type Wait } from './untilTimeOrAbort.ts'

type Asked = {
  params: Record<string, number>
  body: unknown
  caller: { userId: number } | undefined
  db: Db
  clock: () => number
  request: Request
}

/** What goes wrong with a write; `key` tells a first from a second. */
type Fault = { way: Way; value: string | null; key: string }

/** Does the write, `answer`, or not, and answers as the record says: rightly where there is none. */
export type WriteFaults = (
  endpoint: Endpoint,
  asked: Asked,
  answer: () => Promise<Response>,
) => Promise<Response>

/** Brings out the faults of faultHomework.ts and faultChats.ts that a database records; remembers whose first write was. */
export function createWriteFaults(wait: Wait = untilTimeOrAbort): WriteFaults {
  const met = new Set<string>()
  const isFirst = (what: string): boolean => !met.has(what) && met.add(what) !== undefined

  return async (endpoint, asked, answer) => {
    const fault = (await homeworkFault(endpoint, asked)) ?? (await chatFault(endpoint, asked))
    if (!fault) return answer()
    const { way, value, key } = fault
    if (way.onlyFirst && !isFirst(key)) return answer()

    if (way.how === 'fails') return failed(Number(value))
    if (way.how === 'busy') return busy(Number(value), asked.clock())
    if (way.how === 'busyBare') return unlimited(new Response(null, { status: 429 }))
    const right = await answer()
    // What was refused is no fault of the network.
    if (!right.ok) return right
    if (way.how === 'lost') return failed(Number(value))
    if (way.how === 'broken') return brokenOff()
    await wait(value === null ? null : Number(value), asked.request.signal)
    return asked.request.signal.aborted ? failed(503) : right
  }
}

type Kind = Way & { ofUploads: boolean }

const ways: Record<WriteFaultKind, Kind> = {
  lostFirst: { how: 'lost', onlyFirst: true, ofUploads: false },
  brokenFirst: { how: 'broken', onlyFirst: true, ofUploads: false },
  failsFirst: { how: 'fails', onlyFirst: true, ofUploads: false },
  busyFirst: { how: 'busy', onlyFirst: true, ofUploads: false },
  late: { how: 'late', onlyFirst: false, ofUploads: false },
  fails: { how: 'fails', onlyFirst: false, ofUploads: false },
  lostFirstUpload: { how: 'lost', onlyFirst: true, ofUploads: true },
  failsFirstUpload: { how: 'fails', onlyFirst: true, ofUploads: true },
}
const kinds = new Map<string, Kind>(Object.entries(ways))

async function homeworkFault(endpoint: Endpoint, asked: Asked): Promise<Fault | undefined> {
  const place = placeOf(endpoint, asked)
  if (!place || place.todoId < faultHomeworkIds.first || place.todoId > faultHomeworkIds.last)
    return undefined
  const fault = await asked.db
    .selectFrom('homework_faults')
    .select(['kind', 'value'])
    .where('todo_id', '=', place.todoId)
    .executeTakeFirst()
  const kind = fault && kinds.get(fault.kind)
  if (!fault || !kind || kind.ofUploads !== (endpoint === documents.upload)) return undefined
  return { way: kind, value: fault.value, key: `${place.todoId} ${place.userId} ${endpoint.path}` }
}

/** Which pupil's submission a write is about; undefined for any other write. */
function placeOf(
  endpoint: Endpoint,
  { params, body, caller }: Asked,
): { todoId: number; userId: number } | undefined {
  if (endpoint === submissions.correct) return { todoId: params.todo_id ?? 0, userId: params.user_id ?? 0 }
  if (endpoint === submissions.handIn) return { todoId: params.todo_id ?? 0, userId: caller?.userId ?? 0 }
  if (endpoint !== documents.upload) return undefined
  const label =
    typeof body === 'object' && body !== null && 'related_to' in body ? body.related_to : undefined
  const relation = typeof label === 'string' ? readRelation(label) : undefined
  return relation && 'userId' in relation ? relation : undefined
}

/** The beginning of a good answer, then no more bytes, as when a cable is pulled. */
function brokenOff(): Response {
  const beginning = new TextEncoder().encode('{"user": {"id": ')
  const body = new ReadableStream({
    start: controller => controller.enqueue(beginning),
    async pull(controller) {
      // A host that had not sent anything yet could still answer with an error of its own.
      await new Promise(resolve => setTimeout(resolve, 50))
      controller.error(new Error('broken off, on purpose'))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}
