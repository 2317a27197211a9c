import { IconExternalLink, IconWorld } from '@tabler/icons-react'
import { buttonClass } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import type { ViewedFile } from './ViewedFile.ts'
import type { ViewerWords } from './ViewerWords.ts'

type KeptElsewhereProps = {
  place: NonNullable<ViewedFile['elsewhere']>
  words: Pick<ViewerWords, 'elsewhere'>
}

/** A file on another host: where it is, and a link that says where it leads. Nothing is loaded from there (cases 49). */
export function KeptElsewhere({ place: { href, host }, words }: KeptElsewhereProps) {
  const { title, text, open } = words.elsewhere(host)
  return (
    <EmptyState
      icon={<IconWorld aria-hidden />}
      title={title}
      actions={
        <a className={buttonClass()} href={href} target="_blank" rel="noopener noreferrer">
          <IconExternalLink aria-hidden />
          {open}
        </a>
      }
    >
      {text}
    </EmptyState>
  )
}
