/** A file as it was picked, with the folders it was in; without a file, an empty folder of that path. */
export type Picked = { path: readonly string[]; file?: File }
