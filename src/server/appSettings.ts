import { scopes } from '../contract/endpoint.ts'
import type { AppSettings } from '../contract/session.ts'
import type { Settings } from './settings.ts'

/** What the page is told before anybody signs in. `url`: the origin people open. */
export function appSettings(
  settings: Settings,
  url: string,
  clientId: string,
  people: readonly AppSettings['demo_people'][number][],
): AppSettings {
  const serviceUrl = settings.foreign?.url
  return {
    // Our own authorize page is a route of the app.
    authorize_url: `${serviceUrl ?? ''}/auth/oauth2/authorize`,
    client_id: clientId,
    redirect_uri: `${url}/sign-in/callback`,
    scopes: [...scopes],
    school_time_zone: settings.timeZone,
    languages: settings.languages,
    service_name: new URL(serviceUrl ?? url).host,
    demo_people: [...people],
    demo: false,
  }
}
