import { UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import styles from './Papers.module.css'
import type { PageImages, PageResult } from './pageImages.ts'

type PageThumbProps = {
  /** From 0. */
  page: number
  images: PageImages | undefined
  isOmitted: boolean
  isCurrent: boolean
  /** Of a photo. */
  name: string | undefined
  shouldFocus: boolean
  onOpen: () => void
  /** Swaps the page with the one before or after it. */
  onMove: (places: -1 | 1) => void
}

/** Small picture of a page, which opens it. The picture is drawn when the part is near the visible area. */
export function PageThumb({
  page,
  images,
  isOmitted,
  isCurrent,
  name,
  shouldFocus,
  onOpen,
  onMove,
}: PageThumbProps) {
  const t = useT('papers')
  const [loaded, setLoaded] = useState<{ from: PageImages; image: PageResult }>()
  const known = images?.get(page)
  const image = known === undefined && loaded?.from === images ? loaded?.image : known
  const needsLoad = image === undefined
  useEffect(() => {
    if (!images || !needsLoad) return
    const controller = new AbortController()
    images.load(page, controller.signal).then(
      drawn => setLoaded({ from: images, image: drawn }),
      // Only after the abort.
      () => undefined,
    )
    return () => controller.abort()
  }, [images, page, needsLoad])
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (shouldFocus) button.current?.focus()
  }, [shouldFocus])
  return (
    <UnstyledButton
      ref={button}
      className={styles.thumb}
      title={name}
      onKeyDown={event => {
        if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
        // Not “Back”.
        event.preventDefault()
        onMove(event.key === 'ArrowLeft' ? -1 : 1)
      }}
      aria-label={[
        t(isOmitted ? 'page.openOmitted' : 'page.open', { page: page + 1 }),
        ...(typeof image === 'string' ? [t(`page.${image}`)] : []),
      ].join(': ')}
      aria-current={isCurrent || undefined}
      data-omitted={isOmitted || undefined}
      onClick={() => {
        // Draws it again.
        if (image === 'slow') setLoaded(undefined)
        onOpen()
      }}
    >
      {typeof image === 'object' ? (
        <img src={image.url} alt="" draggable={false} />
      ) : (
        <span className={styles.blankThumb}>{image && t(`page.${image}`)}</span>
      )}
      <span className={styles.thumbLabel} aria-hidden>
        {page + 1}
        {name && ` · ${name}`}
        {isOmitted && ` · ${t('page.omitted')}`}
      </span>
    </UnstyledButton>
  )
}
