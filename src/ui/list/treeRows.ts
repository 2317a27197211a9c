import { getListMove } from './getListMove.ts'

export type TreeRow<Node> = {
  node: Node
  /** 1 for the roots. */
  level: number
  /** Undefined if the node has no children. */
  isExpanded: boolean | undefined
  /** Position among its siblings, from 1. */
  position: number
  siblingCount: number
}

type TreeOptions<Node> = {
  hasChildren: (node: Node) => boolean
  /** Called only for expanded nodes. */
  getChildren: (node: Node) => readonly Node[]
  isExpanded: (node: Node) => boolean
}

/** Uses a stack, so that the depth is not limited. */
export function getTreeRows<Node>(roots: readonly Node[], options: TreeOptions<Node>): TreeRow<Node>[] {
  const { hasChildren, getChildren, isExpanded } = options
  const rows: TreeRow<Node>[] = []
  /** The next row is last. */
  const stack: Omit<TreeRow<Node>, 'isExpanded'>[] = []
  const pushSiblings = (nodes: readonly Node[], level: number) => {
    for (const [index, node] of [...nodes.entries()].reverse())
      stack.push({ node, level, position: index + 1, siblingCount: nodes.length })
  }
  pushSiblings(roots, 1)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const row = { ...next, isExpanded: hasChildren(next.node) ? isExpanded(next.node) : undefined }
    rows.push(row)
    if (row.isExpanded) pushSiblings(getChildren(row.node), row.level + 1)
  }
  return rows
}

/** Returns the action of a key in WAI-ARIA's tree pattern. Undefined for other keys. */
export function getTreeAction(
  key: string,
  rows: readonly TreeRow<unknown>[],
  index: number,
): { focus: number } | { expand: boolean } | 'open' | undefined {
  const row = rows[index]
  if (!row) return undefined
  if (key === 'Enter' || key === ' ') return 'open'
  if (key === 'ArrowRight') {
    if (row.isExpanded === undefined) return undefined
    return row.isExpanded ? { focus: index + 1 } : { expand: true }
  }
  if (key === 'ArrowLeft') {
    if (row.isExpanded) return { expand: false }
    const parent = rows.findLastIndex(({ level }, before) => before < index && level < row.level)
    return { focus: Math.max(0, parent) }
  }
  const focus = getListMove(key, { index, count: rows.length })
  return focus === undefined ? undefined : { focus }
}
