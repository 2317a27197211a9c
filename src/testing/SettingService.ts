import { ApiError, type ApiErrorKind } from '../api/client/ApiError.ts'
import type { Call } from '../api/client/call.ts'
import { type Setting, settings } from '../contract/settings.ts'
import { type Entries, parseEntries, serializeEntries } from '../outbox/settings/entries.ts'

/** `GET /me/settings` and `POST /me/settings` of one user. */
export class SettingService {
  value: string | null = null
  version = 0
  hasVersions = true
  /** Difference to the clocks of the devices, in ms. */
  clockOffset = 0
  requests: string[] = []
  failures: ApiErrorKind[] = []
  /** The next write is executed, but its response is lost. */
  losesResponse = false
  onWrite = () => {}

  get entries() {
    return parseEntries(this.value) ?? {}
  }
  readonly call: Call = async (endpoint: { method: string }, input: object) => {
    await Promise.resolve()
    this.requests.push(endpoint.method)
    const failure = this.failures.shift()
    if (failure) throw new ApiError(failure, { endpoint: settings.change })
    const body = 'body' in input ? (input.body as { value: string; version?: number }) : undefined
    if (body) {
      this.onWrite()
      if (this.hasVersions && body.version !== undefined && body.version !== this.version)
        throw new ApiError('conflict', { endpoint: settings.change, status: 409 })
      this.value = body.value
      this.version += 1
      if (this.losesResponse) {
        this.losesResponse = false
        throw new ApiError('offline', { endpoint: settings.change })
      }
    }
    return this.getSetting()
  }
  getSetting = (): Setting => ({
    name: 'words',
    value: this.value,
    version: this.hasVersions ? this.version : undefined,
    answered_at: this.hasVersions ? new Date(Date.now() + this.clockOffset).toISOString() : undefined,
  })
  /** As another device does. */
  write(entries: Entries) {
    this.value = serializeEntries(entries)
    this.version += 1
  }
}
