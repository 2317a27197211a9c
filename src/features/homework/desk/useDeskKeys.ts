import { useT } from '../../../i18n/useT.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'

type Steps = { previous: () => void; next: () => void; toCorrect: (step: 1 | -1) => void }

/** The keys between pupils; c and p are the panel's. */
export function useDeskKeys({ previous, next, toCorrect }: Steps): void {
  const t = useT('desk')
  useShortcuts([
    { key: 'j', description: t('keys.next'), run: next },
    { key: 'k', description: t('keys.previous'), run: previous },
    { key: 'n', description: t('keys.nextToCorrect'), run: () => toCorrect(1) },
    { key: 'N', description: t('keys.previousToCorrect'), run: () => toCorrect(-1) },
  ])
}
