/** What a pupil of the seed school did. Minutes count from when it was due, negative before it. */
export type HandIn = {
  seen?: number
  handedIn?: number
  comment?: string
  /** See `raw_formatted` of the store. */
  rawFormatted?: string
  files?: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
  correction?: { text: string; share?: number }
}
