/** Returns undefined if the key is missing or storage is blocked. */
export function readText(storage: Storage | undefined, key: string): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Does nothing if storage is blocked or full. */
export function writeText(storage: Storage | undefined, key: string, text: string): void {
  try {
    storage?.setItem(key, text)
  } catch {
    // Callers work without storage.
  }
}
