import { type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loadChunk.ts'
import styles from './FormattedText.module.css'

type Sanitize = (html: string) => ReactNode

/** Maximum number of characters of HTML. Longer text is shown as plain text, so that the page stays responsive. */
const maxHtmlLength = 200_000

// Loaded with the first formatted text, then reused.
let sanitize: Sanitize | undefined

/**
 * A text written by a user. Shows the service's HTML once the sanitizer is loaded. Shows the plain text until then, or
 * if sanitizing fails.
 */
export function FormattedText({ html, text }: { html: string | null | undefined; text: string }) {
  const [sanitizer, setSanitizer] = useState(() => sanitize)
  const hasHtml = html !== null && html !== undefined && html !== '' && html.length <= maxHtmlLength
  useEffect(() => {
    if (sanitizer || !hasHtml) return
    let isMounted = true
    loadChunk(() => import('./sanitizeFormatted.ts')).then(
      module => {
        sanitize = module.sanitizeFormatted
        if (isMounted) setSanitizer(() => module.sanitizeFormatted)
      },
      // The plain text stays visible.
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [sanitizer, hasHtml])
  const formatted = sanitizer && hasHtml ? trySanitize(sanitizer, html) : undefined
  return formatted === undefined ? (
    <div className={styles.text} dir="auto">
      {text}
    </div>
  ) : (
    <div className={styles.formatted} dir="auto">
      {formatted}
    </div>
  )
}

function trySanitize(clean: Sanitize, html: string): ReactNode {
  try {
    return clean(html)
  } catch {
    return undefined
  }
}
