/** The query of an authorize request (api.md § Authorisation and token). */
export type AuthorizeQuery = {
  client_id: string
  redirect_uri?: string
  scopes?: string
  state?: string
}

/** Reads the authorize request from a query, with the login name that the sign-in page suggests. */
export function readAuthorizeQuery(address: URLSearchParams): { query: AuthorizeQuery; login: string } {
  const getParam = (name: 'redirect_uri' | 'scopes' | 'state') => {
    const value = address.get(name)
    return value === null ? {} : { [name]: value }
  }
  return {
    query: {
      client_id: address.get('client_id') ?? '',
      ...getParam('redirect_uri'),
      ...getParam('scopes'),
      ...getParam('state'),
    },
    login: address.get('login_hint') ?? '',
  }
}
