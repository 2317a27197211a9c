import { listEndpoints } from '../contract/allEndpoints.ts'
import { acceptsIdempotencyHeader, idempotencyHeader } from '../contract/idempotency.ts'
import { forbidden, notFound, problemResponse } from '../http/problem.ts'
import type { Service } from '../service/app.ts'

const documentedPath = new RegExp(
  `^(?:${listEndpoints()
    .filter(({ endpoint }) => endpoint.base === '/api/v2' && endpoint.assumed === undefined)
    .map(
      ({ endpoint: { method, base, path } }) => `${method} ${base}${path.replaceAll(/:[a-z_]+/g, '[^/]+')}`,
    )
    .join('|')})$`,
)

/** Fields of requests and responses that api.md lacks, by the beginning of their path. */
const extensionFields: Record<string, readonly string[]> = {
  '/api/v2/chats': ['can_send_later', 'direct_user_id'],
  '/api/v2/permissions': ['expires_at', 'is_teacher'],
}

/**
 * Makes our service respond like one that has only the endpoints of api.md: other endpoints are 404, fields of
 * extensions and keys of writes are ignored and not sent.
 */
export function withDocumentedOnly(service: Service): Service {
  return {
    ...service,
    async fetch(request, client) {
      const { pathname } = new URL(request.url)
      const method = request.method === 'HEAD' ? 'GET' : request.method
      if (pathname.startsWith('/auth/')) return service.fetch(request, client)
      if (!documentedPath.test(`${method} ${pathname}`)) return problemResponse(notFound())
      if (method === 'DELETE' && (await isOtherMember(service, request, client))) {
        return problemResponse(forbidden('Only an administrator of this may change who has access.'))
      }
      const [, hidden = []] =
        Object.entries(extensionFields).find(([path]) => pathname.startsWith(path)) ?? []
      const withoutHidden = (text: string) =>
        JSON.stringify(
          JSON.parse(text, (name, value: unknown) => (hidden.includes(name) ? undefined : value)),
        )
      const headers = new Headers(request.headers)
      headers.delete(idempotencyHeader)
      const init = {
        ...{ method: request.method, headers, signal: request.signal, duplex: 'half' },
        body: hidden.length > 0 && isJson(request) ? withoutHidden(await request.text()) : request.body,
      }
      const response = await service.fetch(new Request(request.url, init as RequestInit), client)
      const hasHidden = hidden.length > 0 && isJson(response) && response.body !== null
      const body = hasHidden ? withoutHidden(await response.text()) : response.body
      const documentedResponse = new Response(body, response)
      documentedResponse.headers.delete(acceptsIdempotencyHeader)
      documentedResponse.headers.delete(idempotencyHeader)
      return documentedResponse
    },
  }
}

const isJson = ({ headers }: Request | Response) =>
  headers.get('Content-Type')?.startsWith('application/json') === true

/** Whether the request deletes a permission on a chat that the caller does not administer. */
async function isOtherMember(service: Service, request: Request, client: Parameters<Service['fetch']>[1]) {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith('/api/v2/permissions/')) return false
  const headers = { Authorization: request.headers.get('Authorization') ?? '' }
  const read = async (path: string) => {
    const response = await service.fetch(new Request(new URL(path, request.url), { headers }), client)
    return response.json()
  }
  const { resource_ids: ids = {} } = await read(pathname)
  return ids.chat_id !== undefined && (await read(`/api/v2/chats/${ids.chat_id}`)).is_admin === false
}
