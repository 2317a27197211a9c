import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'

/** `UndoMoveButton` for screens that rarely need it. */
export const UndoMove = lazyComponent(
  async () => (await import('./UndoMoveButton.tsx')).UndoMoveButton,
  'dueLesson',
)
