import { readRelation } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { files } from '../../contract/files.ts'
import { submissions } from '../../contract/submissions.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Db } from '../db/schema.ts'
import { largestId } from '../routes/parse.ts'
import {
  busy,
  creationWays,
  type Fault,
  type FaultyWrite,
  failed,
  unlimited,
  uploadWays,
  type Way,
  ways,
} from './faultAnswers.ts'
import { faultChatIds } from './faultChats.ts'
import { faultFolderIds } from './faultFolders.ts'
import { faultHomeworkIds } from './faultHomework.ts'
import { untilTimeOrAbort, type Wait } from './faults.ts'

type Asked = FaultyWrite & { clock: () => number; request: Request }

/** Does the write, `answer`, or not, and answers as the record says: rightly where there is none. */
export type WriteFaults = (
  endpoint: Endpoint,
  asked: Asked,
  answer: () => Promise<Response>,
) => Promise<Response>

/**
 * Brings out the faults of faultHomework.ts, faultChats.ts and faultFolders.ts that a database records; remembers whose
 * first write was.
 */
export function createWriteFaults(wait: Wait = untilTimeOrAbort): WriteFaults {
  const met = new Set<string>()
  const isFirst = (what: string): boolean => !met.has(what) && met.add(what) !== undefined

  return async (endpoint, asked, answer) => {
    const fault =
      (await homeworkFault(endpoint, asked)) ??
      (await chatFault(endpoint, asked)) ??
      (await fileFault(endpoint, asked))
    if (!fault) return answer()
    const { way, value, key } = fault
    if (way.onlyFirst && !isFirst(key)) return answer()

    if (way.how === 'fails') return failed(Number(value))
    if (way.how === 'busy') return busy(Number(value), asked.clock())
    if (way.how === 'busyBare') return unlimited(new Response(null, { status: 429 }))
    if (way.how === 'cut') return brokenOff()
    const right = await answer()
    // What was refused is no fault of the network.
    if (!right.ok) return right
    if (way.how === 'lost') return failed(Number(value))
    if (way.how === 'broken') return brokenOff()
    await wait(value === null ? null : Number(value), asked.request.signal)
    return asked.request.signal.aborted ? failed(503) : right
  }
}

const kinds = new Map<string, Way>(Object.entries(ways))
const kindsOfUploads = new Map<string, Way>(Object.entries(uploadWays))

async function homeworkFault(endpoint: Endpoint, asked: FaultyWrite): Promise<Fault | undefined> {
  const place = placeOf(endpoint, asked)
  if (!place || place.todoId < faultHomeworkIds.first || place.todoId > faultHomeworkIds.last)
    return undefined
  const fault = await asked.db
    .selectFrom('homework_faults')
    .select(['kind', 'value'])
    .where('todo_id', '=', place.todoId)
    .executeTakeFirst()
  const way = fault && (endpoint === documents.upload ? kindsOfUploads : kinds).get(fault.kind)
  if (!fault || !way) return undefined
  return { way, value: fault.value, key: `${place.todoId} ${place.userId} ${endpoint.path}` }
}

/** Which pupil's submission a write is about; undefined for any other write. */
function placeOf(
  endpoint: Endpoint,
  { params, body, caller }: FaultyWrite,
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

const kindsOfCreations = new Map<string, Way>(Object.entries(creationWays))

/** What goes wrong with a write in a folder of faultFolders.ts: an upload to one of its files, or something made in it. */
export async function fileFault(
  endpoint: Endpoint,
  { body, caller, db }: FaultyWrite,
): Promise<Fault | undefined> {
  if (!isRecord(body)) return undefined
  if (endpoint === files.create) {
    const fault = await faultIn(db, kindsOfCreations, body.parent_id)
    return fault && { ...fault, key: ['made', body.parent_id, body.name, caller?.userId].join(' ') }
  }
  if (endpoint !== documents.upload) return undefined
  const relation = typeof body.related_to === 'string' ? readRelation(body.related_to) : undefined
  if (relation?.kind !== 'file' || relation.fileId > largestId) return undefined
  const file = await db
    .selectFrom('files')
    .select('parent_id')
    .where('id', '=', relation.fileId)
    .executeTakeFirst()
  const fault = await faultIn(db, kindsOfUploads, file?.parent_id)
  return fault && { ...fault, key: ['uploaded', relation.fileId, caller?.userId].join(' ') }
}

async function faultIn(db: Db, kinds: ReadonlyMap<string, Way>, folder: unknown) {
  if (typeof folder !== 'number' || folder < faultFolderIds.first || folder > faultFolderIds.last)
    return undefined
  const fault = await db
    .selectFrom('file_faults')
    .select(['kind', 'value'])
    .where('file_id', '=', folder)
    .executeTakeFirst()
  const way = fault && kinds.get(fault.kind)
  return fault && way && { way, value: fault.value }
}

/** What goes wrong with a write about the messages of a chat of faultChats.ts; a first is the first of just this. */
export async function chatFault(
  endpoint: Endpoint,
  { params, body, caller, db }: FaultyWrite,
): Promise<Fault | undefined> {
  const { chat_id = 0, message_id = 0 } = params
  if (endpoint.resource !== 'message' || endpoint.method === 'GET') return undefined
  if (chat_id < faultChatIds.first || chat_id > faultChatIds.last) return undefined
  const fault = await db
    .selectFrom('chat_faults')
    .select(['kind', 'value'])
    .where('chat_id', '=', chat_id)
    .executeTakeFirst()
  const way = fault && kinds.get(fault.kind)
  if (!fault || !way) return undefined
  const what = [chat_id, message_id, caller?.userId, endpoint.method, endpoint.path, JSON.stringify(body)]
  return { way, value: fault.value, key: what.join(' ') }
}
