import { ActionIcon, Avatar, Box, Group, Stack, Text } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getDisplayableImage, useStoredImage } from '../../../delivery/drafts/useStoredImage.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'

type DraftFilesProps = {
  files: readonly StoredFile[]
  isStoring: boolean
  onRemove: (id: string) => void
}

export function DraftFiles({ files, isStoring, onRemove }: DraftFilesProps) {
  const t = useT('composer')
  if (files.length === 0 && !isStoring) return null
  return (
    <Box px="sm" pt="sm">
      {files.length > 0 && (
        <Group
          component="ul"
          gap="sm"
          align="flex-start"
          mah="12rem"
          style={{ overflowY: 'auto' }}
          aria-label={t('files.title')}
        >
          {files.map(file => (
            <Box key={file.id} component="li" miw={0} maw="100%">
              <FileTile file={file} onRemove={() => onRemove(file.id)} />
            </Box>
          ))}
        </Group>
      )}
      {isStoring && (
        <Text size="sm" c="dimmed" py="xs" role="status">
          {t('files.keeping')}
        </Text>
      )}
    </Box>
  )
}

type FileTileProps = { file: StoredFile; onRemove: () => void }

function FileTile({ file, onRemove }: FileTileProps) {
  const t = useT('composer')
  const format = useFormat()
  const picture = useObjectUrl(getDisplayableImage(useStoredImage(file)))
  return (
    <FileCard name={file.name} details={format.fileSize(file.size)} picture={picture}>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t('files.remove', { name: sanitizeName(file.name) })}
        onClick={onRemove}
      >
        <IconX aria-hidden />
      </ActionIcon>
    </FileCard>
  )
}

type FileCardProps = {
  name: string
  details: string
  picture?: string | undefined
  children?: ReactNode
}

export const FileCard = ({ name, details, picture, children }: FileCardProps) => (
  <Group gap="sm" wrap="nowrap" w="15rem" maw="100%" p="xs" bd="1px solid var(--rule-strong)" bdrs="md">
    <Avatar src={picture ?? null} alt="" size="2.25rem" radius="sm">
      <IconFile />
    </Avatar>
    <Stack component="span" gap={0} flex={1} miw={0} fz="sm" lh="1.125rem">
      <FileName name={name} />
      <Text span size="xs" c="var(--text-3)">
        {details}
      </Text>
    </Stack>
    {children}
  </Group>
)
