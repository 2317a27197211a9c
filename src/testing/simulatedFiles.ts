import { readRelation } from '../contract/document.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { fileCleanupWrite, fileCreateWrite, fileUploadWrite } from '../features/files/uploads/fileWrites.ts'
import { isRecord } from '../lib/isRecord.ts'
import type { SimulatedService } from './simulatedTabs.ts'

type Document = { id: number; name: string; size: number; sha1_checksum: string }
type Entry = { id: number; name: string; is_dir: boolean; parent_id: number | null; versions: Document[] }

/** A service with the files of one class. It accepts all requests and sends no checksums. */
export function simulatedFiles() {
  const stored = new Map<number, Entry>()
  let lastId = 0
  const serialize = ({ versions, ...entry }: Entry) => ({
    ...entry,
    can_write: true,
    document: versions.at(-1) ?? null,
  })
  const service: SimulatedService = {
    kinds: [fileCreateWrite, fileUploadWrite, fileCleanupWrite],
    respond({ method, path }: Endpoint, input) {
      const file_id = 'file_id' in input ? input.file_id : undefined
      const body: unknown = 'body' in input ? input.body : undefined
      const entry = stored.get(Number(file_id))
      if (method === 'DELETE') return void stored.delete(Number(file_id))
      if (method === 'GET') {
        return entry ? serialize(entry) : { rows: [...stored.values()].map(serialize), unreadable: 0 }
      }
      if (!isRecord(body)) throw new Error(`${method} ${path} without a body`)
      if (path === '/documents') {
        const relation = readRelation(String(body.related_to))
        if (relation?.kind !== 'file' || !(body.file instanceof File)) throw new Error('no upload to a file')
        const { name, size } = body.file
        const version = { id: ++lastId, name, size, sha1_checksum: '' }
        stored.get(relation.fileId)?.versions.push(version)
        return version
      }
      const created: Entry = {
        id: ++lastId,
        name: String(body.name),
        is_dir: body.is_dir === true,
        parent_id: typeof body.parent_id === 'number' ? body.parent_id : null,
        versions: [],
      }
      stored.set(created.id, created)
      return serialize(created)
    },
  }
  return { stored, service }
}
