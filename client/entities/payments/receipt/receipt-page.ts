/** A page with the lines that are shown, in their language and direction. */
export function receiptPage(title: string, shown: HTMLElement): Document {
  const page = document.implementation.createHTMLDocument(title)
  const { lang, dir } = document.documentElement
  Object.assign(page.documentElement, { lang, dir })
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  page.head.prepend(charset)
  const heading = page.createElement('h1')
  heading.textContent = title
  const list = page.createElement('dl')
  for (const line of shown.children) {
    const copy = page.createElement(line.localName)
    copy.textContent = line.textContent
    list.append(copy)
  }
  page.body.append(heading, list)
  return page
}

/** Prints a page alone, without the app around it. */
export function printPage(page: Document): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = page.title
  document.body.append(frame)
  const { contentDocument: inner, contentWindow: printed } = frame
  if (!inner || !printed) return frame.remove()
  const { lang, dir } = page.documentElement
  Object.assign(inner.documentElement, { lang, dir })
  inner.title = page.title
  inner.body.append(...page.body.childNodes)
  printed.addEventListener('afterprint', () => frame.remove(), { once: true })
  printed.print()
}
