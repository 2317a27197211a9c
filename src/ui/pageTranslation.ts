/**
 * Makes React work in a page that the browser translates. Translators replace text nodes with `<font>` elements, or
 * move them into these. React would throw when it removes the original nodes or inserts before them, and its changes of
 * their text would not be visible. Call this once, before React renders. It records the replacement of each text. If
 * React changes a text, the text is put back, and the translator translates it again. Returns a function that undoes
 * this, for tests.
 */
export function supportPageTranslation(root: Document = document): () => void {
  /** Replaced nodes. A translator may replace a translation again. */
  const replacements = new WeakMap<Node, Node>()
  const { removeChild, insertBefore } = Node.prototype

  const observer = new MutationObserver(records => {
    for (const record of records) {
      if (record.type === 'characterData') restoreText(record.target)
      else for (const node of record.removedNodes) recordReplacement(node, record)
    }
  })

  function recordReplacement(
    removed: Node,
    { addedNodes, previousSibling, nextSibling }: MutationRecord,
  ): void {
    if (!isText(removed) && !isTranslation(removed)) return
    const candidates = [...addedNodes, previousSibling, nextSibling]
    const isReplacement = (node: Node | null) =>
      node !== null && (isTranslation(node) || (isTranslation(removed) && isText(node)))
    const replacement = candidates.find(isReplacement)
    if (!replacement || replacement === removed) return
    replacements.set(removed, replacement)
    // Stop replacing a text that appears again. Otherwise the chain could become a cycle.
    replacements.delete(replacement)
    if (isText(removed)) observer.observe(removed, { characterData: true })
  }

  /** Returns the child of `parent` that shows a node: the node itself, its translation, or the element around it. */
  function findShownChild(parent: Node, node: Node): Node | undefined {
    let shown: Node | undefined = node
    while (shown && !parent.contains(shown)) shown = replacements.get(shown)
    while (shown && shown.parentNode !== parent) shown = shown.parentNode ?? undefined
    return shown
  }

  /** Replaces the translation by a text that React changed. */
  function restoreText(text: Node): void {
    let shown: Node | undefined = text
    while (shown && !shown.isConnected) shown = replacements.get(shown)
    if (!shown || shown === text || !isTranslation(shown)) return
    replacements.delete(text)
    shown.parentNode?.replaceChild(text, shown)
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = child.parentNode === this ? child : findShownChild(this, child)
    // The translator may have removed the text already.
    if (shown) removeChild.call(this, shown)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const shown = before === null || before.parentNode === this ? before : findShownChild(this, before)
    insertBefore.call(this, node, shown ?? null)
    return node
  }
  observer.observe(root, { childList: true, subtree: true })

  return () => {
    observer.disconnect()
    Object.assign(Node.prototype, { removeChild, insertBefore })
  }
}

const isText = (node: Node) => node.nodeType === Node.TEXT_NODE
const isTranslation = (node: Node) => node.nodeName === 'FONT'
