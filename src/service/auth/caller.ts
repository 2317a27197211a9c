/** Who asks. `tokenId` is null when the caller came with login name and password. */
export type Caller = { userId: number; scopes: ReadonlySet<string>; tokenId: number | null }
