/**
 * Changes a page like a browser's translator: replaces each text with `<font>` elements, or moves it into
 * them. Returns a function that restores the texts. Journeys run it in the page, so it must not use anything
 * else.
 */
export function translatePage(page: Document, mode: 'replaces' | 'wraps'): () => void {
  const skipped = 'svg, font, script, style, textarea, title, [translate="no"]'
  const originals = new Map<Element, Text>()
  const translate = (root: Node) => {
    const walker = page.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Text && node.data.trim() !== '' && !node.parentElement?.closest(skipped))
        texts.push(node)
    }
    for (const text of texts) {
      const outer = page.createElement('font')
      const inner = outer.appendChild(page.createElement('font'))
      if (mode === 'replaces') inner.textContent = text.data
      text.replaceWith(outer)
      if (mode === 'wraps') inner.append(text)
      originals.set(outer, text)
    }
  }
  const observer = new MutationObserver(records => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translate(node)
    }
  })
  translate(page.body)
  observer.observe(page.body, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    for (const [outer, text] of originals) if (outer.isConnected) outer.replaceWith(text)
  }
}
