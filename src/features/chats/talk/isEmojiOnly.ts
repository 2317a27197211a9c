const emoji = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*)`
const few = new RegExp(`^\\s*(?:${emoji}\\s*){1,6}$`, 'u')

/** One to six emoji and nothing else: shown a little larger. */
export const isEmojiOnly = (text: string): boolean => text.length <= 80 && few.test(text)
