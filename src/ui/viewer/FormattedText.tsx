import { type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loadChunk.ts'
import { LinkedText } from '../links/LinkedText.tsx'
import styles from './FormattedText.module.css'

type Sanitize = (html: string) => ReactNode

/** Maximum number of characters. Longer HTML appears as plain text. */
const maxHtmlLength = 200_000

let loadedSanitize: Sanitize | undefined

/** Shows the plain text until the sanitizer is loaded, and if sanitizing fails. */
export function FormattedText({ html, text }: { html: string | null | undefined; text: string }) {
  const [sanitize, setSanitize] = useState(() => loadedSanitize)
  const hasHtml = html !== null && html !== undefined && html !== '' && html.length <= maxHtmlLength
  useEffect(() => {
    if (sanitize || !hasHtml) return
    let isMounted = true
    loadChunk(() => import('./sanitizeFormatted.ts')).then(
      module => {
        loadedSanitize = module.sanitizeFormatted
        if (isMounted) setSanitize(() => module.sanitizeFormatted)
      },
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [sanitize, hasHtml])
  const formatted = sanitize && hasHtml ? trySanitize(sanitize, html) : undefined
  return formatted === undefined ? (
    <div className={styles.text} dir="auto">
      <LinkedText text={text} />
    </div>
  ) : (
    <div className={styles.formatted} dir="auto">
      {formatted}
    </div>
  )
}

function trySanitize(sanitize: Sanitize, html: string): ReactNode {
  try {
    return sanitize(html)
  } catch {
    return undefined
  }
}
