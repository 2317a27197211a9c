/** The caller of a request. `tokenId` is null if they used login name and password. */
export type Caller = { userId: number; scopes: ReadonlySet<string>; tokenId: number | null }
