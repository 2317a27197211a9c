import { documents } from '../contract/documents.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { files } from '../contract/files.ts'
import { readRelation } from '../contract/relations.ts'
import { isRecord } from '../lib/isRecord.ts'
import { creationWays, type Fault, type FaultyWrite, uploadWays, type Way } from './faultAnswers.ts'
import { faultFolderIds } from './faultFolders.ts'
import { largestId } from './read.ts'
import type { Db } from './store/schema.ts'

const kindsOfUploads = new Map<string, Way>(Object.entries(uploadWays))
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
