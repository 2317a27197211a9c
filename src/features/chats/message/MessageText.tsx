import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { foldText } from '../../../lib/foldText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { LinkedText } from '../../../ui/links/LinkedText.tsx'
import styles from '../messages/MessageRow.module.css'
import { useMessageList } from './MessageListContext.ts'

export function MessageText({ text, isFound }: { text: string; isFound: boolean }) {
  const { t, keepPosition } = useMessageList()
  const [userExpanded, setUserExpanded] = useState<boolean>()
  const preview = getPreviewText(text)
  const isCut = preview.length < text.length
  // The match may be in the hidden part.
  const isExpanded = userExpanded ?? isFound
  const isTruncated = isCut && !isExpanded
  return (
    <>
      <p className={styles.text} dir="auto" data-large={isEmojiOnly(text)}>
        <LinkedText text={isTruncated ? preview : text} isCut={isTruncated} renderText={renderMarked} />
        {isTruncated && '…'}
      </p>
      {isCut && (
        <Button
          variant="subtle"
          size="sm"
          px={0}
          c="var(--accent-text)"
          aria-expanded={isExpanded}
          onClick={() => {
            keepPosition()
            setUserExpanded(!isExpanded)
          }}
        >
          {isExpanded ? t('showLess') : t('showAll')}
        </Button>
      )}
    </>
  )
}

const emoji = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*)`
const emojiOnlyPattern = new RegExp(`^\\s*(?:${emoji}\\s*){1,6}$`, 'u')

/** Whether a text consists of one to six emoji, which appear larger. */
export const isEmojiOnly = (text: string): boolean => text.length <= 80 && emojiOnlyPattern.test(text)

const maxLines = 30
const maxCharacters = 2000

export function getPreviewText(text: string): string {
  const lines = text.length > maxLines ? text.split('\n', maxLines + 1) : [text]
  const shown = lines.length > maxLines ? lines.slice(0, maxLines).join('\n') : text
  // A slightly longer text does not need a button.
  if (shown.length <= maxCharacters * 1.2) return shown
  const cut = truncateText(shown, maxCharacters)
  const space = cut.search(/\s\S*$/u)
  return space > maxCharacters * 0.8 ? cut.slice(0, space) : cut
}

export const renderMarked = (text: string) => <MarkedText text={text} />

function MarkedText({ text }: { text: string }) {
  const { searchPhrase } = useMessageList()
  const marks = findMatches(text, searchPhrase)
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

/** Returns start and end (exclusive) of each match. */
export function findMatches(text: string, mark: string): [start: number, end: number][] {
  const phrase = foldText(mark).trim()
  if (phrase === '' || !foldText(text).includes(phrase)) return []
  const { plain, starts, ends } = foldWithOffsets(text)
  const marks: [number, number][] = []
  let markedEnd = 0
  for (let at = plain.indexOf(phrase); at >= 0; at = plain.indexOf(phrase, at + phrase.length)) {
    const start = starts[at] ?? 0
    const end = ends[at + phrase.length - 1] ?? text.length
    // An ß is folded to two characters. Mark it once.
    if (start >= markedEnd) marks.push([start, end])
    markedEnd = end
  }
  return marks
}

/** Returns the folded text and, for each code unit, the range of its letter in the original text. */
function foldWithOffsets(text: string) {
  const starts: number[] = []
  const ends: number[] = []
  const cache = new Map<string, string>()
  let plain = ''
  let end = 0
  for (const letter of text) {
    const start = end
    end += letter.length
    const units = cache.get(letter) ?? foldText(letter)
    cache.set(letter, units)
    plain += units
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(start)
      ends.push(end)
    }
    // A combining accent belongs to the letter before it.
    if (units === '' && ends.length > 0) ends[ends.length - 1] = end
  }
  return { plain, starts, ends }
}
