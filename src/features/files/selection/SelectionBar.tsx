import { Box, Button } from '@mantine/core'
import { IconDownload, IconFolderSymlink, IconKey, IconTrash, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import styles from '../Files.module.css'
import type { FileIndex } from '../model/fileIndex.ts'
import { useSelection } from './SelectionContext.ts'

type SelectionBarProps = {
  index: FileIndex
  getAccessHref: (entry: ClassFile) => string
  onDownload: (entries: readonly ClassFile[]) => void
  /** Undefined if entries can't be moved. */
  onMove: ((ids: readonly number[]) => void) | undefined
  onDelete: (ids: readonly number[]) => void
}

export function SelectionBar({ index, getAccessHref, onDownload, onMove, onDelete }: SelectionBarProps) {
  const t = useT('files')
  const format = useFormat()
  const { ids, clear } = useSelection()
  const selected = [...ids].map(id => index.get(id)).filter(entry => entry !== undefined)
  const size = selected.reduce((sum, entry) => sum + getSize(entry, index), 0)
  const isSizeKnown = index.isComplete || selected.every(({ is_dir }) => !is_dir)
  const [first] = selected
  const isOneFile = selected.length === 1 && first?.is_dir === false
  const downloadLabel = t(isOneFile ? 'selection.download' : 'selection.zip')
  return (
    <div className={styles.bar}>
      <b role="status">{t('selection.count', { count: format.number(selected.length) })}</b>
      <Box component="span" className={styles.total} c="dimmed">
        {isSizeKnown && format.fileSize(size)}
      </Box>
      <Button
        size="sm"
        aria-label={downloadLabel}
        onClick={() => onDownload(selected)}
        leftSection={<IconDownload aria-hidden />}
      >
        <span className={styles.long}>{downloadLabel}</span>
        <span className={styles.brief}>{isOneFile ? downloadLabel : t('selection.zipBrief')}</span>
      </Button>
      {onMove && selected.some(entry => entry.can_write) && (
        <Button
          size="sm"
          aria-label={t('selection.move')}
          onClick={() => onMove([...ids])}
          leftSection={<IconFolderSymlink aria-hidden />}
        >
          <span className={styles.long}>{t('selection.move')}</span>
        </Button>
      )}
      {selected.length === 1 && first && (
        <Button
          component={Link}
          size="sm"
          to={getAccessHref(first)}
          state={{ keepsFocus: true }}
          aria-label={t('selection.access')}
          leftSection={<IconKey aria-hidden />}
        >
          <span className={styles.long}>{t('selection.access')}</span>
        </Button>
      )}
      <Button
        variant="subtle"
        size="sm"
        aria-label={t('selection.clear')}
        onClick={clear}
        rightSection={<IconX className={styles.brief} aria-hidden />}
      >
        <span className={styles.long}>{t('selection.clear')}</span>
      </Button>
      {selected.some(entry => entry.can_write) && (
        <Button
          variant="subtle"
          size="sm"
          c="var(--danger-text)"
          ml="auto"
          mr="calc(-1 * var(--space-2))"
          aria-label={t('selection.delete')}
          onClick={() => onDelete([...ids])}
          leftSection={<IconTrash aria-hidden />}
        >
          <span className={selected.length === 1 ? styles.long : styles.word}>{t('selection.delete')}</span>
        </Button>
      )}
    </div>
  )
}

const getSize = (entry: ClassFile, index: FileIndex) =>
  entry.is_dir ? index.getCounts(entry.id).size : (entry.document?.size ?? 0)
