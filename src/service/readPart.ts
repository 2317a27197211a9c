import type { MultipartPart } from '@remix-run/multipart-parser'
import { isUtf8 } from '../lib/charset.ts'
import { takeTurns } from '../lib/turn.ts'
import { Problem } from './problem.ts'

/**
 * One part of a form: a file where it has a file's name, or else text of at most `longestText` bytes. Read as the
 * platform's own forms are written (RFC 7578, HTML § multipart/form-data): a backslash in a name is a backslash, a
 * quotation mark and a new line are `%22`, `%0D` and `%0A`. Throws 400 and 413.
 */
export async function readPart(
  part: MultipartPart,
  longestText: number,
): Promise<{ name: string; value: File | string }> {
  const disposition = part.headers['content-disposition'] ?? ''
  const [, quotedName, quotedFile, encodedFile] =
    /^form-data\s*;\s*name="([^"]*)"(?:\s*;\s*filename="([^"]*)")?(?:\s*;\s*filename\*=utf-8''([^\s;"]*))?\s*;?\s*$/i.exec(
      disposition,
    ) ?? []
  if (quotedName === undefined) throw malformed('A part of the form has no name that is one.')
  const name = unquoted(quotedName)
  const fileName = encodedFile === undefined ? quotedFile && unquoted(quotedFile) : decoded(encodedFile)
  if (fileName !== undefined) return { name, value: await fileOf(part.content, fileName) }
  if (part.size > longestText) {
    throw new Problem(413, 'too_large', 'Only files are large: a part of the form without a file is.')
  }
  if (!isUtf8(part.headers['content-type'] ?? '')) throw malformed('The texts of a form are sent in UTF-8.')
  // Throws for bytes that are no UTF-8.
  return { name, value: part.text }
}

/** Bytes that become part of a file at a time. */
const step = 1_048_576

/** Takes in what was read step by step: a large file, or one that came in thousands of pieces, would hold everybody up. */
async function fileOf(content: readonly Uint8Array[], name: string): Promise<File> {
  const turnIfDue = takeTurns()
  const steps: Blob[] = []
  const bytes = new Uint8Array(step)
  let filled = 0
  for (const piece of content) {
    if (filled + piece.byteLength > step) {
      steps.push(new Blob([bytes.subarray(0, filled)]))
      filled = 0
      await turnIfDue()
    }
    bytes.set(piece, filled)
    filled += piece.byteLength
  }
  return new File([...steps, bytes.subarray(0, filled)], name)
}

const unquoted = (text: string) =>
  text.replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** As some programs write a name that is not ASCII (RFC 5987). */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed('The name of a file is not readable.')
  }
}

const malformed = (why: string) => new Problem(400, 'malformed', why)
