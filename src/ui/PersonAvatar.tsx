import { Avatar } from '@mantine/core'
import { takeCharacters } from '../lib/truncateText.ts'

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map(word => takeCharacters(word ?? '', 1).toLocaleUpperCase()).join('')
}

/** The name itself must be next to it, or in the label of its container. */
export function PersonAvatar({ name }: { name: string }) {
  return (
    <Avatar component="span" translate="no">
      {getInitials(name)}
    </Avatar>
  )
}
