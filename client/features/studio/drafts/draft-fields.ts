import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { DraftFields } from '@vesper/sync/vesper/records/merge-draft.ts'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { DraftContent, PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'

const { kept: _, ...nothing } = emptyDraft

/** What stands in an editor in which nothing is written. */
export const noContent: DraftContent = nothing

/** What was edited since `base`, and from what; null when nothing was. */
export function editBetween(base: DraftContent, now: DraftContent): { base: DraftFields; changes: DraftFields } | null {
  const fields = (Object.keys(now) as (keyof DraftContent)[]).filter((field) => !equal(base[field], now[field]))
  if (fields.length === 0) return null
  const pick = (from: DraftContent): DraftFields => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { base: pick(base), changes: pick(now) }
}

/** Whether there is anything to publish, or to be asked about before it is thrown away. */
export function isBlank(content: Pick<PostDraft, 'text' | 'fileIds' | 'poll'>): boolean {
  return !isVisible(content.text) && content.fileIds.length === 0 && content.poll === null
}
