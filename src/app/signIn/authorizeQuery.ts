/** Query of an authorize request (api.md § Authorisation and token). */
export type AuthorizeQuery = {
  client_id: string
  redirect_uri?: string
  scopes?: string
  state?: string
}

/** `login`: login name that the sign-in page suggests. */
export function readAuthorizeQuery(searchParams: URLSearchParams): { query: AuthorizeQuery; login: string } {
  const getParam = (name: 'redirect_uri' | 'scopes' | 'state') => {
    const value = searchParams.get(name)
    return value === null ? {} : { [name]: value }
  }
  return {
    query: {
      client_id: searchParams.get('client_id') ?? '',
      ...getParam('redirect_uri'),
      ...getParam('scopes'),
      ...getParam('state'),
    },
    login: searchParams.get('login_hint') ?? '',
  }
}
