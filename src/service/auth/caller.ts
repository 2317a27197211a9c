/** `tokenId` is null after Basic authentication. */
export type Caller = { userId: number; scopes: ReadonlySet<string>; tokenId: number | null }
