import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { cutText } from '../../../lib/cutText.ts'
import { folded } from '../../../lib/folded.ts'
import { textPieces } from './links.ts'
import { useMessageList } from './MessageListContext.ts'
import styles from './MessageRow.module.css'

/** The words of a message as they were typed, addresses to be opened; the beginning of a very long one. */
export function MessageText({ text, isFound }: { text: string; isFound: boolean }) {
  const { t, stay } = useMessageList()
  const [whole, setWhole] = useState<boolean>()
  const beginning = beginningOf(text)
  const isCut = beginning.length < text.length
  // What was found may stand in the part that is not shown.
  const all = whole ?? isFound
  const isShort = isCut && !all
  return (
    <>
      <p className={styles.text} dir="auto" data-large={isEmojiOnly(text)}>
        {textPieces(isShort ? beginning : text, isShort).map((piece, index) =>
          piece.href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in their order.
            <a key={index} href={piece.href} title={piece.href} target="_blank" rel="noreferrer noopener">
              <bdi>
                <MarkedText text={piece.text} />
              </bdi>
            </a>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <MarkedText key={index} text={piece.text} />
          ),
        )}
        {isShort && '…'}
      </p>
      {isCut && (
        <Button
          variant="subtle"
          size="sm"
          px={0}
          c="var(--accent-text)"
          aria-expanded={all}
          onClick={() => {
            stay()
            setWhole(!all)
          }}
        >
          {all ? t('showLess') : t('showAll')}
        </Button>
      )}
    </>
  )
}

const emoji = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*)`
const few = new RegExp(`^\\s*(?:${emoji}\\s*){1,6}$`, 'u')

/** One to six emoji and nothing else: shown a little larger. */
export const isEmojiOnly = (text: string): boolean => text.length <= 80 && few.test(text)

const mostLines = 30
const mostCharacters = 2000

/** What shows of a very long message until all of it is asked for: about thirty lines. The text itself where it is short. */
export function beginningOf(text: string): string {
  const lines = text.length > mostLines ? text.split('\n', mostLines + 1) : [text]
  const shown = lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : text
  // A little more than allowed is not worth a button.
  if (shown.length <= mostCharacters * 1.2) return shown
  const cut = cutText(shown, mostCharacters)
  const space = cut.search(/\s\S*$/u)
  return space > mostCharacters * 0.8 ? cut.slice(0, space) : cut
}

export function MarkedText({ text }: { text: string }) {
  const { mark } = useMessageList()
  const marks = marksIn(text, mark)
  if (marks.length === 0) return text
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1])}
    </>
  )
}

/** Where the words looked for stand in a text, from and up to: found as the search finds them, by `folded`. */
export function marksIn(text: string, mark: string): [start: number, end: number][] {
  const wanted = folded(mark).trim()
  if (wanted === '' || !folded(text).includes(wanted)) return []
  const { plain, starts, ends } = foldedPlaces(text)
  const marks: [number, number][] = []
  let marked = 0
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    const start = starts[at] ?? 0
    const end = ends[at + wanted.length - 1] ?? text.length
    // Both halves of an ß are one letter.
    if (start >= marked) marks.push([start, end])
    marked = end
  }
  return marks
}

/** A folded text, and for every unit of it where the letter it comes from starts and ends in the text itself. */
function foldedPlaces(text: string) {
  const starts: number[] = []
  const ends: number[] = []
  // The same letters come again and again.
  const known = new Map<string, string>()
  let plain = ''
  let end = 0
  for (const letter of text) {
    const start = end
    end += letter.length
    const units = known.get(letter) ?? folded(letter)
    known.set(letter, units)
    plain += units
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(start)
      ends.push(end)
    }
    // An accent of its own belongs to the letter before it.
    if (units === '' && ends.length > 0) ends[ends.length - 1] = end
  }
  return { plain, starts, ends }
}
