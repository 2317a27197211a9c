/** What a formatted text may be made of: nothing that loads, runs, names, places or dresses anything (cases 13). */
export const allowedTags: readonly string[] = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
]

/** Elements whose content is no text to keep. */
export const silentTags: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['svg', 'math', 'object', 'audio', 'video', 'textarea', 'select', 'title', 'head'],
]
