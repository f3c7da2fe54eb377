type Words = { text: string; fileIds: readonly string[] }

/** Compares a draft with the sent one: blanks around the text do not count, and files have no order. */
export function isDraftSent(draft: Words, sent: Words): boolean {
  return (
    draft.text.trim() === sent.text.trim() &&
    draft.fileIds.length === sent.fileIds.length &&
    draft.fileIds.every((fileId) => sent.fileIds.includes(fileId))
  )
}
