import { Button, Group, Input, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { FilePicker } from '../../../ui/inputs/FilePicker.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { formatInlineName, safeFileName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { readSchemeFile } from './readSchemeFile.ts'
import styles from './Scheme.module.css'
import { SchemeProblems } from './SchemeProblems.tsx'
import { formatScheme, maxSchemeLines, parseScheme, type SchemeLine, sumPoints } from './schemeLines.ts'
import { schemeTextDraft } from './schemeStore.ts'
import type { HomeworkScheme } from './useScheme.ts'

type SchemeDialogProps = {
  homework: Pick<Homework, 'id' | 'text'>
  /** The stored scheme, if any. */
  lines: readonly SchemeLine[] | undefined
  /** Maximum points of the homework. Undefined if it is unknown. */
  maxPoints: number | undefined
  save: HomeworkScheme['save']
  close: () => void
}

/** Edits the scheme of a homework as text. Suspends until the draft of the text is read. */
export function SchemeDialog(props: SchemeDialogProps) {
  const t = useT('scheme')
  const { draft, state } = useDraft(schemeTextDraft, String(props.homework.id))
  return (
    <Dialog title={t('dialog.title')} size="tall" close={{ label: t('dialog.close'), run: props.close }}>
      <DraftVersions draft={draft} state={state} getLines={({ text }) => [text]}>
        <SchemeForm {...props} />
      </DraftVersions>
    </Dialog>
  )
}

function SchemeForm({ homework, lines, maxPoints, save, close }: SchemeDialogProps) {
  const t = useT('scheme')
  const language = useLocale()
  const summaryId = useId()
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { draft, state } = useDraft(schemeTextDraft, String(homework.id))
  const [showsProblems, setShowsProblems] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const formatError = useFormatError()
  const file = useOpenedFile(text => draft.set({ text }))
  const text = state.value?.text ?? formatScheme(lines ?? [], language)
  const parsed = parseScheme(text)
  const { count, problems } = parsed
  const canRemove = count === 0 && lines !== undefined
  const isValid = problems.length === 0 && count > 0 && count <= maxSchemeLines

  const discardAndClose = () => {
    void draft.discard().catch(() => undefined)
    close()
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setShowsProblems(true)
    if (!isValid && !canRemove) return fieldRef.current?.focus()
    if (isSaving) return
    setSaving(true)
    setError(undefined)
    save(parsed.lines)
      .then(discardAndClose, setError)
      .finally(() => setSaving(false))
  }
  const format = (points: number) => formatPoints(points, language)
  const sum = sumPoints(parsed.lines.map(({ max }) => max))
  const summary = { lines: t('lineCount', { count: parsed.lines.length }), points: format(sum) }
  const isScaled = maxPoints !== undefined && sum > 0 && sum !== maxPoints
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={event => {
        const { key, ctrlKey, metaKey, repeat } = event
        if (key !== 'Enter' || isComposing(event) || !(ctrlKey || metaKey)) return
        event.preventDefault()
        if (!repeat) submit()
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t('dialog.lead')}</Text>
        <Textarea
          ref={fieldRef}
          data-autofocus
          label={t('dialog.text')}
          classNames={{ input: styles.text ?? '' }}
          attributes={{ input: { dir: 'auto', spellCheck: false } }}
          aria-describedby={summaryId}
          rows={10}
          placeholder={t('dialog.placeholder')}
          value={text}
          error={showsProblems && !isValid && !canRemove}
          onChange={event => {
            file.clear()
            draft.set({ text: event.currentTarget.value })
          }}
          onBlur={() => setShowsProblems(count > 0)}
        />
        <Text id={summaryId} size="sm" c="dimmed" role="status">
          {parsed.lines.length === 0
            ? t('dialog.none')
            : isScaled
              ? t('dialog.sumScaled', { ...summary, maxPoints: format(maxPoints) })
              : t('dialog.sum', summary)}
        </Text>
        {showsProblems && !isValid && !canRemove && <SchemeProblems parsed={parsed} />}
        {file.opened && (
          <Notice
            role="status"
            action={{
              label: t('dialog.undo'),
              run: () => {
                draft.set({ text: file.opened?.replacedText ?? '' })
                file.clear()
              },
            }}
          >
            {t('dialog.opened', { name: formatInlineName(file.opened.name) })}
          </Notice>
        )}
        {file.refused !== undefined && (
          <Input.Error role="alert">
            {t('dialog.notText', { name: formatInlineName(file.refused) })}
          </Input.Error>
        )}
        {lines && (
          <Text size="sm" c="dimmed">
            {t('dialog.change')}
          </Text>
        )}
        {error !== undefined && (
          <Notice tone="danger" role="alert">
            {t('dialog.notSaved', { reason: formatError(error) })}
          </Notice>
        )}
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={isSaving || undefined}>
            {canRemove ? t('dialog.removeScheme') : t('dialog.save')}
          </Button>
          <Button onClick={discardAndClose}>{t('dialog.cancel')}</Button>
        </Group>
        <Stack gap="xs">
          <Group gap="sm">
            <FilePicker label={t('dialog.open')} onFiles={files => void file.open(files, text)}>
              {choose => (
                <Button size="sm" leftSection={<IconUpload aria-hidden />} onClick={choose}>
                  {t('dialog.open')}
                </Button>
              )}
            </FilePicker>
            {isValid && (
              <Button
                size="sm"
                leftSection={<IconDownload aria-hidden />}
                onClick={() =>
                  saveBlob(
                    new Blob([`${formatScheme(parsed.lines, language)}\n`], { type: 'text/plain' }),
                    `${safeFileName(t('dialog.fileName', { title: homework.text }))}.txt`,
                  )
                }
              >
                {t('dialog.saveFile')}
              </Button>
            )}
          </Group>
          <Input.Description>{t('dialog.fileHint')}</Input.Description>
        </Stack>
      </Stack>
    </form>
  )
}

/** Replaces the text by that of a file. The replaced text can be restored. */
function useOpenedFile(setText: (text: string) => void) {
  const [opened, setOpened] = useState<{ name: string; replacedText: string }>()
  const [refused, setRefused] = useState<string>()
  const clear = () => {
    setOpened(undefined)
    setRefused(undefined)
  }
  return {
    opened,
    /** Name of a file that is no points scheme. */
    refused,
    clear,
    open: async ([file]: readonly File[], currentText: string) => {
      if (!file) return
      clear()
      const text = await readSchemeFile(file)
      if (text === undefined) return setRefused(file.name)
      setText(text)
      setOpened({ name: file.name, replacedText: currentText })
    },
  }
}
