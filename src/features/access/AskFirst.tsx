import { Button } from '@mantine/core'
import { useT } from '../../i18n/useT.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './AccessDrawer.module.css'
import type { ContentKind } from './content/useContentWords.ts'

type AskFirstProps = {
  /** What can't be taken back by who does it. */
  what: 'leaving' | 'stepDown' | 'removeGroup'
  name: string
  kind: ContentKind
  run: () => void
  close: () => void
}

/** Says what something means before it is done. */
export function AskFirst({ what, name, kind, run, close }: AskFirstProps) {
  const t = useT('access')
  const stay = what === 'removeGroup' ? t('removeGroup.keep') : t(`${what}.stay`)
  return (
    <Dialog title={t(`${what}.title`, { name })}>
      <p className={styles.question}>{lead()}</p>
      <div className={styles.answers}>
        <Button onClick={run}>{t(`${what}.confirm`)}</Button>
        <Button variant="filled" data-autofocus onClick={close}>
          {stay}
        </Button>
      </div>
    </Dialog>
  )

  function lead(): string {
    if (what !== 'leaving') return t(`${what}.lead`)
    return t(`leaving.lead.${kind === 'homework' || kind === 'chat' ? kind : 'other'}`)
  }
}
