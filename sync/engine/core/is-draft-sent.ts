type Words = { text: string; fileIds: readonly string[] }

/** Whether a draft holds what was sent and nothing else; blanks around the words count as nothing, and files have no order. */
export function isSent(draft: Words, sent: Words): boolean {
  return (
    draft.text.trim() === sent.text.trim() &&
    draft.fileIds.length === sent.fileIds.length &&
    draft.fileIds.every((fileId) => sent.fileIds.includes(fileId))
  )
}
