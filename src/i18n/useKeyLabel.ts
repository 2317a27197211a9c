import { useT } from './useT.ts'

const symbols: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '⏎',
  Escape: 'Esc',
  ' ': '␣',
}

/** Whether the key is pressed with Ctrl or Alt: `Ctrl+K`, but not `+`. */
export const isKeyCombination = (key: string): boolean => /^(?:Alt|Ctrl)\+/.test(key)

/** Only for the label. Ctrl and ⌘ work on every computer. */
const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

/**
 * Returns a function that formats a key as on the user's keyboard: `Ctrl ↑`, in German `Strg ↑`, on Apple computers
 * `⌘↑`.
 */
export function useKeyLabel(): (key: string) => string {
  const t = useT('shell')
  const labels: Record<string, string> = {
    ...symbols,
    Ctrl: isApple() ? '⌘' : t('keys.control'),
    Shift: t('keys.shift'),
  }
  const getLabel = (part: string) => labels[part] ?? part
  return key =>
    isKeyCombination(key) ? key.split('+').map(getLabel).join(' ').replace('⌘ ', '⌘') : getLabel(key)
}
