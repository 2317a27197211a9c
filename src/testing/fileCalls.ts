import { documents } from '../contract/documents.ts'
import { files } from '../contract/files.ts'
import { parseResponse } from '../contract/parseResponse.ts'
import { permissions } from '../contract/permissions.ts'
import type { TestService } from './testService.ts'

/** Class 8b of the small school. */
export const filesPath = '/api/v2/course/1/files'

/** `list`, `upload`, `grantAccess` and the functions with `Parsed` return the content, the others the response. */
export function fileCalls(school: TestService, defaultToken: string) {
  const get = (id: number, token = defaultToken) => school.send('GET', `${filesPath}/${id}`, { token })
  const getParsed = async (id: number, token = defaultToken) =>
    parseResponse(files.get.response, await (await get(id, token)).json())
  const list = async (token = defaultToken) =>
    parseResponse(files.list.response, await (await school.send('GET', filesPath, { token })).json()).rows
  const create = (body: object, token = defaultToken) => school.send('POST', filesPath, { token, body })
  const createParsed = async (body: object, token = defaultToken) =>
    parseResponse(files.create.response, await (await create(body, token)).json())
  const change = (id: number, body: object, token = defaultToken) =>
    school.send('PUT', `${filesPath}/${id}`, { token, body })
  const remove = (id: number, token = defaultToken) => school.send('DELETE', `${filesPath}/${id}`, { token })
  const send = (fileId: number, text: string, token = defaultToken) => {
    const body = new FormData()
    body.append('related_to', `file.${fileId}`)
    body.append('file', new File([text], 'sheet.txt'))
    return school.send('POST', '/api/v2/documents', { token, body })
  }
  const upload = async (fileId: number, text: string, token = defaultToken) =>
    parseResponse(documents.upload.response, await (await send(fileId, text, token)).json())
  const download = (document: number, token = defaultToken) =>
    school.send('GET', `/api/v2/documents/${document}/content`, { token })
  const grantAccess = async (file_id: number, user_id: number, flags: object = {}) => {
    const body = { resource_ids: { file_id }, target_ids: { user_id }, ...flags }
    const response = await school.send('POST', '/api/v2/permissions', { token: defaultToken, body })
    return parseResponse(permissions.create.response, await response.json())
  }
  const count = async (table: 'files' | 'documents' | 'permissions') =>
    (await school.db.selectFrom(table).selectAll().execute()).length
  return {
    get,
    getParsed,
    list,
    create,
    createParsed,
    change,
    remove,
    send,
    upload,
    download,
    grantAccess,
    count,
  }
}
