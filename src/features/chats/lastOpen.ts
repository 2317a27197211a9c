import { readParam } from '../../contract/params.ts'

/** The chat a person had open last in this browser. Only its number is kept. */
export function lastOpen(storage: Storage | undefined, personId: number) {
  const key = `staffroom:${personId}:chat`
  return {
    read(): number | undefined {
      try {
        return readParam('chat_id', passing.get(key) ?? storage?.getItem(key) ?? '')
      } catch {
        return undefined
      }
    },
    write(chatId: number): void {
      const text = String(chatId)
      try {
        if (!storage) throw new Error('blocked')
        storage.setItem(key, text)
        passing.delete(key)
      } catch {
        passing.set(key, text)
      }
    },
  }
}

/** Where the browser keeps nothing: until the page closes. */
const passing = new Map<string, string>()
