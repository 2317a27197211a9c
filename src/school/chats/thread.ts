/** What somebody said in a chat, and what came with it. */
export type Line = {
  /** A pupil by their name in `seats` (chatPlan.ts), a teacher by their family name. */
  from: string
  text: string
  /** A key of chatFiles.ts each. */
  files: string[]
  /** A key of chatPolls.ts; the text is the question. */
  poll?: string
  reactions: { emoji: string; from: string[] }[]
}

/** Some lines one after the other. */
export type Thread = {
  /** School days from the seed's own: 0 is that day, -1 the one before. */
  day: number
  /** When the first was said, school time. */
  at: string
  lines: Line[]
  /** Minutes from one line to the next; without it they follow as people type. */
  pace?: number
}

/**
 * Reads lines of the form `Mika: Good morning! [file board.jpg] [poll film] [👍 Aiko Tom]`. All that stands in brackets
 * at the end and is none of these belongs to the text.
 */
export function thread(day: number, at: string, lines: readonly string[], pace?: number): Thread {
  return { day, at, lines: lines.map(readLine), ...(pace !== undefined && { pace }) }
}

const tag = /\s*\[(file|poll|[^\s\p{L}\p{N}[\]]+) ([^[\]]+)\]$/u

function readLine(written: string): Line {
  const from = written.slice(0, written.indexOf(': '))
  const line: Line = { from, text: written.slice(from.length + 2), files: [], reactions: [] }
  for (let match = tag.exec(line.text); match; match = tag.exec(line.text)) {
    const [whole, kind = '', what = ''] = match
    line.text = line.text.slice(0, -whole.length)
    if (kind === 'file') line.files.unshift(what)
    else if (kind === 'poll') line.poll = what
    else line.reactions.unshift({ emoji: kind, from: what.split(' ') })
  }
  return line
}
