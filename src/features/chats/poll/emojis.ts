/** What a school says without words, in the order offered. `name` is the key of its name in the texts. */
export const emojis = [
  { emoji: '👍', name: 'thumbsUp' },
  { emoji: '❤️', name: 'heart' },
  { emoji: '😄', name: 'laughing' },
  { emoji: '🎉', name: 'party' },
  { emoji: '😮', name: 'surprised' },
  { emoji: '😢', name: 'sad' },
  { emoji: '🙏', name: 'thanks' },
  { emoji: '✅', name: 'done' },
  { emoji: '❓', name: 'question' },
  { emoji: '👀', name: 'looking' },
] as const

/** The key of an emoji's name; `undefined` for one that is not offered: a screen reader has a word for it. */
export const emojiName = (emoji: string): (typeof emojis)[number]['name'] | undefined =>
  emojis.find(each => each.emoji === emoji)?.name
