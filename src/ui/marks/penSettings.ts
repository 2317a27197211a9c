import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Level, Mark } from './marks.ts'

export type Tool = Mark['kind'] | 'eraser'

export type PenSettings = {
  /** Undefined until the user chooses a tool, so that the pen never blocks reading. */
  tool: Tool | undefined
  colour: Level
  width: Level
  isHidden: boolean
  /** Whether the pointer moves the page, because the user holds Space down. */
  isPanning: boolean
  /** Whether the page is to receive the focus, because a tool was chosen. */
  needsFocus: boolean
}

export type Pen = StoreApi<PenSettings>

export const createPen = (): Pen =>
  createStore<PenSettings>(() => ({
    tool: undefined,
    colour: 1,
    width: 2,
    isHidden: false,
    isPanning: false,
    needsFocus: false,
  }))

/** Also shows the marks, because drawing hidden marks would seem to have no effect. */
export const chooseTool = (pen: Pen, tool: Tool): void =>
  pen.setState({ tool, isHidden: false, needsFocus: true })

export const toggleTool = (pen: Pen, tool: Tool): void =>
  pen.getState().tool === tool ? leaveTool(pen) : chooseTool(pen, tool)

/** Shows hidden marks. Otherwise undo and redo would change marks that the user does not see. */
export const showMarks = (pen: Pen): void => pen.setState({ isHidden: false })

export const leaveTool = (pen: Pen): void => pen.setState({ tool: undefined, isPanning: false })
