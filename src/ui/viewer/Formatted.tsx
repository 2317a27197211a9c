import { type ReactNode, useEffect, useState } from 'react'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import styles from './Formatted.module.css'

type Sanitize = (html: string) => ReactNode

/** Maximum number of characters of HTML. Longer text is shown as plain text, so that the page stays responsive. */
const longest = 200_000

// Loaded with the first formatted text, then reused.
let sanitize: Sanitize | undefined

/**
 * A text written by a user. Shows the service's HTML once the sanitizer is loaded. Shows the plain text until then, or
 * if sanitizing fails.
 */
export function Formatted({ html, text }: { html: string | null | undefined; text: string }) {
  const [ready, setReady] = useState(() => sanitize)
  const wanted = html !== null && html !== undefined && html !== '' && html.length <= longest
  useEffect(() => {
    if (ready || !wanted) return
    let isHere = true
    lazyChunk(() => import('./sanitizeFormatted.ts')).then(
      module => {
        sanitize = module.sanitizeFormatted
        if (isHere) setReady(() => module.sanitizeFormatted)
      },
      // The plain text stays visible.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [ready, wanted])
  const formatted = ready && wanted ? attempt(ready, html) : undefined
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

function attempt(clean: Sanitize, html: string): ReactNode {
  try {
    return clean(html)
  } catch {
    return undefined
  }
}
