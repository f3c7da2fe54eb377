import { equal } from '@vesper/sync/engine/core/equal.ts'
import type { DraftFields } from '@vesper/sync/vesper/records/merge-draft.ts'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { DraftContent, PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'

const { kept: _, ...nothing } = emptyDraft

/** The content of an empty editor. */
export const noContent: DraftContent = nothing

/** The edit since `base`, with the former values; null without one. */
export function editBetween(base: DraftContent, now: DraftContent): { base: DraftFields; changes: DraftFields } | null {
  const fields = (Object.keys(now) as (keyof DraftContent)[]).filter((field) => !equal(base[field], now[field]))
  if (fields.length === 0) return null
  const pick = (from: DraftContent): DraftFields => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { base: pick(base), changes: pick(now) }
}

/** True when there is nothing to publish, and nothing to ask about before it is discarded. */
export function isBlank(content: Pick<PostDraft, 'text' | 'fileIds' | 'poll'>): boolean {
  return !isVisible(content.text) && content.fileIds.length === 0 && content.poll === null
}
