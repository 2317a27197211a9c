import { Box, UnstyledButton } from '@mantine/core'
import { IconFileCode } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { getFileKind, isMarkup } from '../../lib/fileKinds.ts'
import { FileKindIcon } from '../FileKindIcon.tsx'
import { FileName } from '../FileName.tsx'
import type { PreviewFile } from './Content.ts'
import styles from './Viewer.module.css'

type FileTabsProps = {
  files: readonly PreviewFile[]
  currentId: number
  onShow: (id: number) => void
  /** Default: "Files". */
  label?: string | undefined
  /** At the end, instead of the number of files. */
  children?: ReactNode
}

export function FileTabs({ files, currentId, onShow, label, children }: FileTabsProps) {
  const t = useT('viewer')
  const format = useFormat()
  const currentTab = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another file is shown.
  useEffect(() => {
    if (currentTab.current) scrollTabIntoView(currentTab.current)
  }, [currentId])
  const totalSize = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className={styles.strip}>
      <nav className={styles.tabs} aria-label={label ?? t('title')} data-strip>
        {files.map(file => (
          <UnstyledButton
            key={file.id}
            ref={file.id === currentId ? currentTab : undefined}
            className={styles.tab}
            aria-current={file.id === currentId}
            onClick={() => onShow(file.id)}
          >
            <FileIcon file={file} />
            <FileName name={file.name} />
          </UnstyledButton>
        ))}
      </nav>
      {children || (
        <Box
          component="span"
          visibleFrom="lg"
          flex="none"
          c="var(--text-3)"
          fz="sm"
          className={styles.number}
        >
          {t('total', { count: files.length, size: format.fileSize(totalSize) })}
        </Box>
      )}
    </div>
  )
}

/** Unlike `scrollIntoView`, scrolls only the strip. */
function scrollTabIntoView(tab: HTMLElement): void {
  const strip = tab.parentElement
  if (!strip) return
  const [tabRect, stripRect] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()]
  if (tabRect.left < stripRect.left) strip.scrollLeft -= stripRect.left - tabRect.left
  else if (tabRect.right > stripRect.right) strip.scrollLeft += tabRect.right - stripRect.right
}

function FileIcon({ file }: { file: PreviewFile }) {
  const kind = getFileKind(file)
  const isCode = isMarkup(file)
  if (kind === 'image' && !isCode) {
    return (
      <svg className={styles.icon} viewBox="0 0 40 48" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M6 9h9M6 17h22M6 24h25M6 32h9M6 39h20" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    )
  }
  return (
    <span className={styles.icon}>{isCode ? <IconFileCode aria-hidden /> : <FileKindIcon {...file} />}</span>
  )
}
