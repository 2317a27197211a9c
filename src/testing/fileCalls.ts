import { documents } from '../contract/documents.ts'
import { files } from '../contract/files.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { permissions } from '../contract/permissions.ts'
import type { TestService } from './testService.ts'

/** Path of the files of class 8b in the small school. */
export const filesPath = '/api/v2/course/1/files'

/**
 * Returns functions for requests to files. They use the token `own` by default. `get`, `create`, `remove`, `send` and
 * `bytesOf` return the response, the others its parsed content.
 */
export function fileCalls(school: TestService, own: string) {
  const get = (id: number, token = own) => school.send('GET', `${filesPath}/${id}`, { token })
  const one = async (id: number, token = own) =>
    parseResponse(files.get.answer, await (await get(id, token)).json())
  const list = async (token = own) =>
    parseResponse(files.list.answer, await (await school.send('GET', filesPath, { token })).json()).rows
  const create = (body: object, token = own) => school.send('POST', filesPath, { token, body })
  const made = async (body: object, token = own) =>
    parseResponse(files.create.answer, await (await create(body, token)).json())
  const remove = (id: number, token = own) => school.send('DELETE', `${filesPath}/${id}`, { token })
  const send = (fileId: number, text: string, token = own) => {
    const body = new FormData()
    body.append('related_to', `file.${fileId}`)
    body.append('file', new File([text], 'sheet.txt'))
    return school.send('POST', '/api/v2/documents', { token, body })
  }
  const upload = async (fileId: number, text: string, token = own) =>
    parseResponse(documents.upload.answer, await (await send(fileId, text, token)).json())
  const bytesOf = (document: number, token = own) =>
    school.send('GET', `/api/v2/documents/${document}/content`, { token })
  const give = async (file_id: number, user_id: number, flags: object = {}) => {
    const body = { resource_ids: { file_id }, target_ids: { user_id }, ...flags }
    const answer = await school.send('POST', '/api/v2/permissions', { token: own, body })
    return parseResponse(permissions.create.answer, await answer.json())
  }
  const count = async (table: 'files' | 'documents' | 'document_contents' | 'permissions') =>
    (await school.db.selectFrom(table).selectAll().execute()).length
  return { get, one, list, create, made, remove, send, upload, bytesOf, give, count }
}
