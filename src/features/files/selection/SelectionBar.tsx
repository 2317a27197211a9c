import { Box, Button } from '@mantine/core'
import { IconDownload, IconKey, IconTrash, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import styles from '../Files.module.css'
import type { FileIndex } from '../model/fileIndex.ts'
import { useSelection } from './SelectionContext.ts'

type SelectionBarProps = {
  index: FileIndex
  /** Returns the address of the access to an entry. */
  toAccess: (entry: ClassFile) => string
  onDownload: (chosen: readonly ClassFile[]) => void
  onDelete: (ids: readonly number[]) => void
}

/** The selection and its actions. The button that deletes is apart from the others. */
export function SelectionBar({ index, toAccess, onDownload, onDelete }: SelectionBarProps) {
  const t = useT('files')
  const format = useFormat()
  const { ids, clear } = useSelection()
  const chosen = [...ids].map(id => index.get(id)).filter(entry => entry !== undefined)
  const size = chosen.reduce((sum, entry) => sum + sizeOf(entry, index), 0)
  const [only] = chosen
  const isOneFile = chosen.length === 1 && only?.is_dir === false
  const said = t(isOneFile ? 'selection.download' : 'selection.zip')
  return (
    <div className={styles.bar}>
      <b role="status">{t('selection.count', { count: format.number(chosen.length) })}</b>
      <Box component="span" className={styles.total} c="dimmed">
        {format.fileSize(size)}
      </Box>
      <Button
        size="sm"
        aria-label={said}
        onClick={() => onDownload(chosen)}
        leftSection={<IconDownload aria-hidden />}
      >
        <span className={styles.long}>{said}</span>
        <span className={styles.brief}>{isOneFile ? said : t('selection.zipBrief')}</span>
      </Button>
      {chosen.length === 1 && only && (
        <Button
          component={Link}
          size="sm"
          to={toAccess(only)}
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
      {chosen.some(entry => entry.can_write) && (
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
          <span className={chosen.length === 1 ? styles.long : styles.word}>{t('selection.delete')}</span>
        </Button>
      )}
    </div>
  )
}

const sizeOf = (entry: ClassFile, index: FileIndex) =>
  entry.is_dir ? index.counts(entry.id).size : (entry.document?.size ?? 0)
