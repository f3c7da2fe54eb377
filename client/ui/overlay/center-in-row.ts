/** Moves an item of a row that scrolls into the middle of it, where it can be seen. A row that fits stays as it is. */
export function centerInRow(row: Element | null, item: Element | null | undefined): void {
  if (!row || !item) return
  const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
  row.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2), behavior: 'instant' })
}
