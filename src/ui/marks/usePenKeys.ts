import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { useT } from '../../i18n/useT.ts'
import { useDocumentKeys } from '../focus/useDocumentKeys.ts'
import { isKeyHandled, type Shortcut, useShortcuts } from '../focus/useShortcuts.ts'
import { levels, type MarkOperation } from './marks.ts'
import { leaveTool, type Pen, showMarks, type Tool, toggleTool } from './penSettings.ts'

type PenKeysOptions = {
  pen: Pen
  onOperation: ((operation: MarkOperation) => void) | undefined
  hasSeveralFiles: boolean
  tools: readonly { tool: Tool; key: string }[]
}

/**
 * Registers the keys of the pen. The letter h also shows the previous file. It belongs to the highlighter while a tool is
 * chosen, and if there is only one file.
 */
export function usePenKeys({ pen, onOperation, hasSeveralFiles, tools }: PenKeysOptions): void {
  const t = useT('pen')
  const tool = useStore(pen, ({ tool }) => tool)
  const isHidden = useStore(pen, ({ isHidden }) => isHidden)
  const canMark = onOperation !== undefined
  const isActive = canMark && tool !== undefined
  const createToolShortcut = ({ tool, key }: { tool: Tool; key: string }): Shortcut => {
    const isShared = key === 'h' && hasSeveralFiles
    const description = t(isShared ? 'keys.highlighterIfMarking' : `tools.${tool}`)
    const isFree = !isShared || isActive
    return { key, description, ...(isFree && { run: () => toggleTool(pen, tool) }) }
  }
  useShortcuts([
    ...(canMark ? tools.map(createToolShortcut) : []),
    ...(canMark
      ? levels.map(colour => ({
          key: String(colour),
          description: t('keys.colour'),
          run: () => pen.setState({ colour }),
        }))
      : []),
    ...(canMark
      ? [
          { key: 'Ctrl+Z', description: t('undo') },
          { key: 'Ctrl+Shift+Z', description: t('redo') },
          { key: ' ', description: t('keys.pan') },
          { key: 'Alt+ArrowRight', description: t('keys.moveText') },
        ]
      : []),
    {
      key: 'm',
      description: t('keys.hide'),
      run: () => pen.setState({ isHidden: !isHidden, tool: undefined }),
    },
    ...(isActive ? [{ key: 'Escape', description: t('keys.leave'), run: () => leaveTool(pen) }] : []),
  ])
  useDocumentKeys(event => {
    // The browser undoes typed text.
    if (!onOperation || isTextField(event.target) || event.altKey || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.metaKey)
    if (!isRedo && key !== 'z') return
    event.preventDefault()
    showMarks(pen)
    onOperation({ type: isRedo ? 'redo' : 'undo' })
  })
  usePanKey(pen, isActive)
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio')

/** Elements that Space presses. */
const pressable = 'a, button, input, select, summary, textarea'

/** Lets the pointer move the page as long as the user holds Space down. */
function usePanKey(pen: Pen, isEnabled: boolean): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPressing = event.target instanceof Element && event.target.closest(pressable) !== null
    if (event.key !== ' ' || isPressing || isKeyHandled(event)) return
    // Otherwise the page would scroll.
    event.preventDefault()
    if (!event.repeat) pen.setState({ isPanning: true })
  })
  useEffect(() => {
    if (!isEnabled) return
    const controller = new AbortController()
    const { signal } = controller
    const stop = () => pen.setState({ isPanning: false })
    document.addEventListener('keydown', handleKeyDown, { signal })
    document.addEventListener('keyup', event => event.key === ' ' && stop(), { signal })
    addEventListener('blur', stop, { signal })
    return () => {
      controller.abort()
      stop()
    }
  }, [pen, isEnabled])
}
