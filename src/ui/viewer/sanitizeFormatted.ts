import DOMPurify from 'dompurify'
import { createElement, type ReactNode } from 'react'
import { LinkedText } from '../links/LinkedText.tsx'
import { allowedTags, stripMarkup, tagsWithHiddenContent } from './stripMarkup.ts'

const allowedTagSet = new Set(allowedTags)

const config = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  FORBID_CONTENTS: [...tagsWithHiddenContent],
  RETURN_DOM_FRAGMENT: true as const,
}

/** Each level uses stack. Deeper elements are rendered as text. */
const maxDepth = 32

/**
 * Returns the HTML of `*_formatted` as React nodes (rule 13). There are three independent layers: `stripMarkup`
 * passes only allowed tags to a parser, DOMPurify removes all other markup, and `renderAllowed` creates new elements.
 * Throws `TooMuchMarkup`, or an error if the browser can't sanitize.
 */
export function sanitizeFormatted(html: string): ReactNode {
  return renderAllowed(purify(stripMarkup(html)))
}

export function purify(html: string): DocumentFragment {
  if (!DOMPurify.isSupported) throw new Error('This browser has no sanitizer.')
  return DOMPurify.sanitize(html, config)
}

/** Drops other elements with their content. */
export const renderAllowed = (parent: Node): ReactNode => renderChildren(parent, 0)

const renderChildren = (parent: Node, depth: number, isInLink = false): ReactNode[] =>
  Array.from(parent.childNodes, (node, index) => renderNode(node, index, { depth, isInLink }))

type Position = { depth: number; isInLink: boolean }

function renderNode(node: Node, key: number, { depth, isInLink }: Position): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.nodeValue ?? ''
    return isInLink ? text : createElement(LinkedText, { key, text })
  }
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (node.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !allowedTagSet.has(tag)) return null
  if (tag === 'br') return createElement('br', { key })
  if (depth >= maxDepth) return node.textContent
  const children = renderChildren(node, depth + 1, isInLink || tag === 'a')
  if (tag !== 'a') return createElement(tag, { key }, ...children)
  const href = toWebUrl(node.getAttribute('href'))
  if (href === undefined) return createElement('span', { key }, ...children)
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** Returns undefined if the address is not http or https (rule 14). */
function toWebUrl(text: string | null): string | undefined {
  const url = text === null ? null : URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
