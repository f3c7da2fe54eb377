import type { Span, StoreTable } from '../store.ts'

type Among<Value, Key> = {
  /** Everything that the table has, in order: what is left out may go with what it lies between. */
  all: readonly Value[]
  gone: readonly Value[]
  keyOf: (value: Value) => Key
}

/** Deletes `gone`, which are some of `all`: what lies side by side goes at once, for the price of one. */
export async function deleteRanges<Value, Key>(
  table: StoreTable<Value, Key>,
  { all, gone, keyOf }: Among<Value, Key>,
): Promise<void> {
  const isGone = new Set(gone)
  const spans: Span<Key>[] = []
  let open: [Key, Key] | null = null
  for (const value of all) {
    if (!isGone.has(value)) open = null
    else if (open) open[1] = keyOf(value)
    else spans.push((open = [keyOf(value), keyOf(value)]))
  }
  if (spans.length > 0) await table.deleteSpans(spans)
}
