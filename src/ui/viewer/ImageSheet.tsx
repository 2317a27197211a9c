import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ImageContent } from './Content.ts'
import styles from './Sheet.module.css'
import { turnedExtent } from './stageModel.ts'
import type { FileView } from './ViewMemory.ts'

type ImageSheetProps = { content: ImageContent; scale: number; turn: FileView['turn']; name: string }

/** A picture in its size on screen. Its element comes ready from the memory, so it is there with the first paint. */
export function ImageSheet({ content, scale, turn, name }: ImageSheetProps) {
  const holder = useRef<HTMLDivElement>(null)
  const { extent, canvas } = content
  const width = extent.width * scale
  const height = extent.height * scale
  useLayoutEffect(() => {
    holder.current?.replaceChildren(canvas)
  }, [canvas])
  useEffect(() => {
    void content.sharpen(width * devicePixelRatio)
  }, [content, width])
  const outer = turnedExtent({ width, height }, turn)
  return (
    <div className={styles.sheet} style={outer} role="img" aria-label={name}>
      <div ref={holder} className={styles.turned} style={{ width, height, rotate: `${turn}deg` }} />
    </div>
  )
}
