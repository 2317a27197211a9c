import { type ReactNode, useEffect, useState } from 'react'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import styles from './Formatted.module.css'

type Sanitize = (html: string) => ReactNode

/** More is no text a person formatted; it is shown plain, and the page stays quick. */
const longest = 200_000

// Loaded with the first text that is formatted, and at hand for every other.
let sanitize: Sanitize | undefined

/**
 * A text by a person: formatted where the service gives safe HTML of it, the plain text until then and where it can't
 * be made safe.
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
      // The plain text stays.
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
