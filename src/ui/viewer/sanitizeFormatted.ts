import DOMPurify from 'dompurify'
import { createElement, type ReactNode } from 'react'
import { allowedTags, silentTags, stripMarkup } from './stripMarkup.ts'

const allowed = new Set(allowedTags)

const config = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  FORBID_CONTENTS: [...silentTags],
  RETURN_DOM_FRAGMENT: true as const,
}

/** Deeper nesting is shown flat: no text needs it, and every level costs stack. */
const deepest = 32

/**
 * The HTML of `*_formatted` as nodes to render; throws where the browser can't sanitize, and for more markup than any
 * text has. Three walls: only bare tags of the list reach a parser, DOMPurify takes out what is not allowed, and what
 * is left is built anew from the same list. No HTML is ever parsed into the page (cases 13).
 */
export function sanitizeFormatted(html: string): ReactNode {
  if (!DOMPurify.isSupported) throw new Error('This browser has no sanitizer.')
  return childrenOf(DOMPurify.sanitize(stripMarkup(html), config), 0)
}

const childrenOf = (parent: Node, depth: number): ReactNode[] =>
  Array.from(parent.childNodes, (node, index) => nodeOf(node, index, depth))

function nodeOf(node: Node, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (node.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !allowed.has(tag)) return null
  if (tag === 'br') return createElement('br', { key })
  if (depth >= deepest) return node.textContent
  const children = childrenOf(node, depth + 1)
  if (tag !== 'a') return createElement(tag, { key }, ...children)
  const href = webAddress(node.getAttribute('href'))
  if (href === undefined) return createElement('span', { key }, ...children)
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** An address as the browser reads it, where it is http or https (cases 14). */
function webAddress(text: string | null): string | undefined {
  const url = text === null ? null : URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
