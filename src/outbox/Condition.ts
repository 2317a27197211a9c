/** Something that holds or doesn't, now: signed in, online. */
export type Condition = { now(): boolean; subscribe(listener: () => void): () => void }
