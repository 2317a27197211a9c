import { decodeText } from '../../../ui/viewer/decodeText.ts'
import { parseScheme } from './schemeLines.ts'

/** In bytes. A scheme of 60 lines has less than 4 kB. */
const maxFileSize = 64 * 1024

/** Returns the text of a scheme's file. Returns undefined if the file can't be read or has no line of a scheme. */
export async function readSchemeFile(file: File): Promise<string | undefined> {
  if (file.size > maxFileSize) return undefined
  try {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()))
    const isText = !/[^\P{Cc}\t\r\n]/u.test(text)
    // The line ends of a text field.
    return isText && parseScheme(text).lines.length > 0 ? text.replaceAll(/\r\n?/g, '\n').trim() : undefined
  } catch {
    // The file was deleted or is a folder.
    return undefined
  }
}
