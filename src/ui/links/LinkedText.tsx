import { Fragment, type ReactNode } from 'react'
import styles from './LinkedText.module.css'
import { parseLinks } from './parseLinks.ts'

type LinkedTextProps = {
  text: string
  /** Whether the text continues. */
  isCut?: boolean
  /** Renders the text of a link or between links. */
  renderText?: (text: string) => ReactNode
}

/** Text of a user, with links that open in a new tab. Has no element of its own. */
export function LinkedText({ text, isCut = false, renderText = part => part }: LinkedTextProps) {
  return parseLinks(text, isCut).map((part, index) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order.
        key={index}
        className={styles.link}
        href={part.href}
        title={part.href}
        target="_blank"
        rel="noreferrer noopener"
      >
        <bdi>{renderText(part.text)}</bdi>
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order.
      <Fragment key={index}>{renderText(part.text)}</Fragment>
    ),
  )
}
