/** Query of an authorize request (api.md § Authorisation and token). */
export type AuthorizeQuery = {
  client_id: string
  redirect_uri?: string
  scopes?: string
  state?: string
}

export function readAuthorizeQuery(searchParams: URLSearchParams): AuthorizeQuery {
  const getParam = (name: 'redirect_uri' | 'scopes' | 'state') => {
    const value = searchParams.get(name)
    return value === null ? {} : { [name]: value }
  }
  return {
    client_id: searchParams.get('client_id') ?? '',
    ...getParam('redirect_uri'),
    ...getParam('scopes'),
    ...getParam('state'),
  }
}

/** Returns the query of an address of `session.authorizeAddress`. */
export const parseAuthorizeAddress = (address: string): AuthorizeQuery =>
  readAuthorizeQuery(new URL(address, location.origin).searchParams)
