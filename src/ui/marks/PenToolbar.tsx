import { UnstyledButton } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconEraser,
  IconEye,
  IconEyeOff,
  IconHandFinger,
  IconHighlight,
  IconLetterT,
  IconPencil,
  IconX,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useStore } from 'zustand'
import { useKeyLabel } from '../../i18n/useKeyLabel.ts'
import { useT } from '../../i18n/useT.ts'
import { WhyDisabled } from '../inputs/WhyDisabled.tsx'
import { useIsPhone } from '../layout/screenSize.ts'
import { markColours } from './markShapes.ts'
import { canRedo, canUndo, type Level, levels, type MarkHistory, type MarkOperation } from './marks.ts'
import styles from './PenToolbar.module.css'
import { type Pen, showMarks, type Tool, toggleTool } from './penSettings.ts'
import { fingerMode } from './pointers.ts'
import { usePenKeys } from './usePenKeys.ts'

type PenToolbarProps = {
  pen: Pen
  /** Marks of the file on screen. */
  history: MarkHistory
  /** Undefined if the user can't mark the file. */
  onOperation: ((operation: MarkOperation) => void) | undefined
  /** Whether h shows the previous file as long as no tool is chosen. */
  hasSeveralFiles: boolean
}

const tools: readonly { tool: Tool; key: string; icon: ReactNode }[] = [
  { tool: 'pen', key: 'b', icon: <IconPencil aria-hidden /> },
  { tool: 'highlighter', key: 'h', icon: <IconHighlight aria-hidden /> },
  { tool: 'tick', key: 'v', icon: <IconCheck aria-hidden /> },
  { tool: 'cross', key: 'x', icon: <IconX aria-hidden /> },
  { tool: 'text', key: 't', icon: <IconLetterT aria-hidden /> },
  { tool: 'eraser', key: 'e', icon: <IconEraser aria-hidden /> },
]

const colourNames = { 1: 'red', 2: 'green', 3: 'blue' } as const
const widthNames = { 1: 'thin', 2: 'medium', 3: 'thick' } as const
/** Height of the line in the button, in CSS pixels. */
const shownWidths: Readonly<Record<Level, number>> = { 1: 1.5, 2: 3, 3: 5 }

type Item = {
  id: string
  group: 'tools' | 'colours' | 'widths' | 'history' | 'visibility'
  label: string
  /** Shown below the icon. Otherwise the label is for screen readers only. */
  text?: string
  content: ReactNode
  shortcut?: string
  isPressed?: boolean
  disabledReason?: string | false
  run: () => void
}

/** The tools of the pen: one tab stop, moved through with the arrow keys. */
export function PenToolbar({ pen, history, onOperation, hasSeveralFiles }: PenToolbarProps) {
  const t = useT('pen')
  const isPhone = useIsPhone()
  const keyLabel = useKeyLabel()
  const settings = useStore(pen)
  const fingers = useStore(fingerMode)
  const canMark = onOperation !== undefined
  const readOnlyReason = !canMark && t('readOnly')
  usePenKeys({ pen, onOperation, hasSeveralFiles, tools })

  const changeHistory = (type: 'undo' | 'redo') => {
    showMarks(pen)
    onOperation?.({ type })
  }
  const shownLevels = isPhone ? [settings.width] : levels
  const items: Item[] = [
    ...tools.map(
      ({ tool, key, icon }): Item => ({
        id: tool,
        group: 'tools',
        label: t(`tools.${tool}`),
        text: t(`tools.${tool}`),
        content: icon,
        shortcut: key,
        isPressed: canMark && settings.tool === tool,
        disabledReason: readOnlyReason,
        run: () => toggleTool(pen, tool),
      }),
    ),
    ...(fingers === 'unknown'
      ? []
      : [
          {
            id: 'fingers',
            group: 'tools' as const,
            label: t('fingersDraw'),
            text: t('fingers'),
            content: <IconHandFinger aria-hidden />,
            isPressed: fingers === 'draw',
            disabledReason: readOnlyReason,
            run: () => fingerMode.setState(fingers === 'draw' ? 'move' : 'draw', true),
          },
        ]),
    ...levels.map(
      (level): Item => ({
        id: `colour ${level}`,
        group: 'colours',
        label: t(`colours.${colourNames[level]}`),
        content: <i className={styles.colour} style={{ '--colour': markColours[level] } as CSSProperties} />,
        shortcut: String(level),
        isPressed: settings.colour === level,
        run: () => pen.setState({ colour: level }),
      }),
    ),
    ...shownLevels.map(
      (level): Item => ({
        id: `width ${isPhone ? 'next' : level}`,
        group: 'widths',
        label: t(`widths.${widthNames[level]}`),
        content: <i className={styles.line} style={{ height: shownWidths[level] }} />,
        isPressed: settings.width === level,
        run: () => pen.setState({ width: isPhone ? getNextLevel(level) : level }),
      }),
    ),
    {
      id: 'undo',
      group: 'history',
      label: t('undo'),
      text: t('undo'),
      content: <IconArrowBackUp aria-hidden />,
      shortcut: 'Ctrl+Z',
      disabledReason: readOnlyReason || (!canUndo(history) && t('nothingToUndo')),
      run: () => changeHistory('undo'),
    },
    {
      id: 'redo',
      group: 'history',
      label: t('redo'),
      text: t('redo'),
      content: <IconArrowForwardUp aria-hidden />,
      shortcut: 'Ctrl+Shift+Z',
      disabledReason: readOnlyReason || (!canRedo(history) && t('nothingToRedo')),
      run: () => changeHistory('redo'),
    },
    {
      id: 'visibility',
      group: 'visibility',
      label: t(settings.isHidden ? 'show' : 'hide'),
      text: t(settings.isHidden ? 'show' : 'hide'),
      content: settings.isHidden ? <IconEye aria-hidden /> : <IconEyeOff aria-hidden />,
      shortcut: 'm',
      run: () => pen.setState({ isHidden: !settings.isHidden, tool: undefined }),
    },
  ]
  const { getItemProps } = useRovingIndex({ total: items.length })
  const groups = [...Map.groupBy(items.entries(), ([, { group }]) => group)]
  return (
    <div className={styles.container}>
      <div className={styles.pens} role="toolbar" aria-label={t('toolbar')}>
        {groups.map(([group, entries]) => (
          <fieldset key={group} className={styles.group} data-group={group} aria-label={t(`groups.${group}`)}>
            {entries.map(([index, item]) => (
              <WhyDisabled key={item.id} reason={item.disabledReason}>
                <UnstyledButton
                  {...getItemProps({ index, onClick: item.run })}
                  className={styles.button}
                  aria-label={item.text ? undefined : item.label}
                  aria-pressed={item.isPressed}
                  title={item.shortcut ? `${item.label} (${keyLabel(item.shortcut)})` : item.label}
                >
                  {item.content}
                  {item.text && <span className={styles.word}>{item.text}</span>}
                </UnstyledButton>
              </WhyDisabled>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  )
}

const getNextLevel = (level: Level): Level => levels[level % levels.length] ?? 1
