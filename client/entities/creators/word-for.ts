import type { MessageDescriptor } from '@lingui/core'

/** The word for a value of a list; undefined for a value that this app does not know. */
export function wordFor(
  words: Readonly<Record<string, MessageDescriptor>>,
  value: string,
): MessageDescriptor | undefined {
  return Object.hasOwn(words, value) ? words[value] : undefined
}
