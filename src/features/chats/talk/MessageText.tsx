import { useState } from 'react'
import { beginningOf } from './beginningOf.ts'
import { isEmojiOnly } from './isEmojiOnly.ts'
import { MarkedText } from './MarkedText.tsx'
import styles from './MessageText.module.css'
import { useTalk } from './TalkContext.ts'
import { textPieces } from './textPieces.ts'

/** The words of a message as they were typed, addresses to be opened; the beginning of a very long one. */
export function MessageText({ text, isFound }: { text: string; isFound: boolean }) {
  const { t, stay } = useTalk()
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
        <button
          type="button"
          className={styles.more}
          aria-expanded={all}
          onClick={() => {
            stay()
            setWhole(!all)
          }}
        >
          {all ? t('showLess') : t('showAll')}
        </button>
      )}
    </>
  )
}
