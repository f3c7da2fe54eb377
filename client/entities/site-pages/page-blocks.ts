/** A run of text, or a link with its words. `href` begins with `/`, `https:`, `http:` or `mailto:`. */
export type Span = { text: string; href?: string }
export type Block = { kind: 'heading' | 'paragraph'; spans: Span[] } | { kind: 'list'; items: Span[][] }

const LINK = /\[([^\][]+)\]\(([^()\s]+)\)/g
const SAFE = /^(?:\/(?![\\/])|https?:\/\/|mailto:)/i

/**
 * Reads the text of a site page: `## ` begins a heading, `- ` an item of a list, an empty line ends a paragraph, and
 * `[text](address)` is a link. Everything else is text, markup too.
 */
export function pageBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of body.split('\n')) {
    const text = line.trim()
    const last = blocks.at(-1)
    if (text.startsWith('## ')) blocks.push({ kind: 'heading', spans: spansOf(text.slice(3)) })
    else if (text.startsWith('- ')) {
      const item = spansOf(text.slice(2))
      if (isOpen && last?.kind === 'list') last.items.push(item)
      else blocks.push({ kind: 'list', items: [item] })
    } else if (text !== '') {
      if (isOpen && last?.kind === 'paragraph') last.spans.push({ text: ' ' }, ...spansOf(text))
      else blocks.push({ kind: 'paragraph', spans: spansOf(text) })
    }
    isOpen = text !== ''
  }
  return blocks
}

function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const { index, 0: whole, 1: words = '', 2: href = '' } of text.matchAll(LINK)) {
    if (!SAFE.test(href)) continue
    if (index > end) spans.push({ text: text.slice(end, index) })
    spans.push({ text: words, href })
    end = index + whole.length
  }
  if (end < text.length) spans.push({ text: text.slice(end) })
  return spans
}
