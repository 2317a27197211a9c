import { ActionIcon, Box, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconPhoto } from '@tabler/icons-react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bytesQuery, getExternalAddress, previewQuery } from '../../../api/cache/documentBytes.ts'
import type { Document } from '../../../contract/documents.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { getExtension, isRasterImage, isViewable } from '../../../lib/fileKinds.ts'
import { FileKindIcon } from '../../../ui/FileKindIcon.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'
import { useMessageList } from '../message/MessageListContext.ts'
import styles from './MessageFiles.module.css'

export const MessageFilesViewer = lazyComponent(
  async () => (await import('./MessageFilesViewer.tsx')).MessageFilesViewer,
  'viewer',
)

export function MessageFiles({ files }: { files: readonly Document[] | undefined }) {
  const { t, format, showFile } = useMessageList()
  if (!files || files.length === 0) {
    return (
      <Text size="sm" c="var(--text-3)" mt="xs">
        {t('filesMissing')}
      </Text>
    )
  }
  const { true: pictures = [], false: otherFiles = [] } = Object.groupBy(
    files,
    file => `${isRasterImage(toFileInfo(file))}`,
  )
  return (
    <Group component="ul" gap="sm" mt="sm" aria-label={t('files')}>
      {pictures.map(file => (
        <Box component="li" key={file.id} maw="100%">
          <PictureTile file={file} />
        </Box>
      ))}
      {otherFiles.map(file => (
        <Box component="li" key={file.id} flex="0 0 100%" miw={0}>
          <FileTile
            file={file}
            details={t('fileFacts', {
              kind: getExtension(file.name).toUpperCase() || t('file'),
              size: format.fileSize(file.size),
            })}
            actionLabel={t('opens')}
            onShow={showFile}
          />
        </Box>
      ))}
    </Group>
  )
}

/** Fixed size, so that the page does not move when the picture loads. */
function PictureTile({ file }: { file: Document }) {
  const { t, showFile } = useMessageList()
  const source = usePictureUrl(file)
  const [failedSource, setFailedSource] = useState<string>()
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={t('open', { name: sanitizeName(file.name) })}
      onClick={() => showFile(file.id)}
    >
      {source && source !== failedSource ? (
        <img src={source} alt="" draggable={false} onError={() => setFailedSource(source)} />
      ) : (
        <Stack
          component="span"
          align="center"
          gap="xs"
          maw="100%"
          px="md"
          c="var(--text-3)"
          fz="xs"
          aria-hidden
        >
          <IconPhoto />
          <FileName name={file.name} />
        </Stack>
      )}
    </button>
  )
}

/** In ms. Pictures that scroll past are not fetched. */
const loadDelay = 150
const minute = 60_000

function usePictureUrl(file: Document): string | undefined {
  const [shouldLoad, setShouldLoad] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShouldLoad(true), loadDelay)
    return () => clearTimeout(timer)
  }, [])
  const pictureQuery = previewQuery(file)
  const { data } = useQuery<Blob>({
    ...(pictureQuery ?? { queryKey: ['document', 'no picture'], queryFn: skipToken }),
    enabled: shouldLoad && pictureQuery !== undefined,
    gcTime: 5 * minute,
    retry: false,
  })
  return useObjectUrl(data)
}

type FileTileProps = {
  file: Document
  details: string
  actionLabel: string
  onShow: (fileId: number) => void
  className?: string | undefined
}

/** A click opens the viewer, or downloads the file if the viewer can't show it. */
export function FileTile({ file, details, actionLabel, onShow, className = styles.tile }: FileTileProps) {
  const t = useT('messages')
  const { save, isLoading, problem } = useSaveFile(file)
  const name = sanitizeName(file.name)
  const isShown = isViewable(toFileInfo(file))
  return (
    <>
      <div className={className}>
        <UnstyledButton className={styles.open ?? ''} onClick={() => (isShown ? onShow(file.id) : save())}>
          <VisuallyHidden>{isShown ? actionLabel : t('downloads')}</VisuallyHidden>
          <FileKindIcon {...toFileInfo(file)} />{' '}
          <Stack component="span" gap={0} miw={0}>
            <FileName name={file.name} />{' '}
            <Text span size="xs" c="var(--text-3)" fw={400} truncate>
              {details}
            </Text>
          </Stack>
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          aria-label={isLoading ? t('downloading', { name }) : t('download', { name })}
          aria-busy={isLoading}
          onClick={save}
        >
          <IconDownload aria-hidden />
        </ActionIcon>
      </div>
      {problem && (
        <Text size="sm" c="var(--danger-text)" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}

const toFileInfo = ({ name, content_type }: Document) => ({ name, type: content_type })

/** A file on another host opens in a new window. */
function useSaveFile(file: Document) {
  const format = useFormat()
  const errors = useT('errors')
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState<'loading' | { error: unknown }>()
  const isLoading = saving === 'loading'
  const save = async () => {
    if (isLoading) return
    const externalLink = getExternalAddress(file)
    if (externalLink) return void window.open(externalLink.href, '_blank', 'noopener,noreferrer')
    setSaving('loading')
    try {
      // Not cached: the user has the file on disk now.
      saveBlob(await queryClient.fetchQuery({ ...bytesQuery(file), gcTime: 0 }), file.name)
      setSaving(undefined)
    } catch (error) {
      setSaving({ error })
    }
  }
  const problem = saving && !isLoading ? formatError(saving.error, errors, format.time) : undefined
  return { save: () => void save(), isLoading, problem }
}
