/** What the screen around a talk may ask of it. */
export type TalkHandle = { toNewest(): void }
