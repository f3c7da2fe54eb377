import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { SaveDraftArgs } from '@vesper/sync/vesper/mutations/drafts.ts'
import type { DraftContent, PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import * as v from 'valibot'
import { noContent } from './drafts/edit-between.ts'

/**
 * `saved`: the server has it; `waiting`: some of it is on this device only; `publishing`: it is to be published, and is
 * not yet; `refused`: some of it the server would not take.
 */
export type DraftStanding = 'saved' | 'waiting' | 'publishing' | 'refused'

export type StudioItem = {
  _id: string
  content: DraftContent
  /** Null when only what was refused is left of it. */
  draft: PostDraft | null
  standing: DraftStanding
  /** Why it was refused, in the server's words. */
  reason: string | null
  updatedAt: string
}

/** Every draft, and everything that was refused of one that is gone; what was written last comes first. */
export function studioItems(drafts: readonly PostDraft[], outbox: readonly OutboxRecord[]): StudioItem[] {
  const byDraft = Map.groupBy(outbox.filter(isOfDraft), draftOf)
  const known = new Set(drafts.map(({ _id }) => _id))
  const left = [...byDraft].filter(([id, records]) => !known.has(id) && records.some(isRefusedSave))
  return [
    ...drafts.map((draft) => itemOf(draft, byDraft.get(draft._id) ?? [])),
    ...left.map(([_id, records]) => leftOf(_id, records)),
  ].toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
}

export function standingOf(draft: Pick<PostDraft, 'isPublishing'>, records: readonly OutboxRecord[]): DraftStanding {
  if (records.some(({ state }) => state === 'rejected')) return 'refused'
  if (draft.isPublishing) return 'publishing'
  return records.length > 0 ? 'waiting' : 'saved'
}

/** True for a publication that was not taken back. */
export function isPublication(record: OutboxRecord): boolean {
  return record.name === 'draft.publish' && isQueued(record)
}

/** True when a publication was sent and the server has not answered. */
export function mayBePublished(records: readonly OutboxRecord[]): boolean {
  return records.some(({ name, state, attempts }) => name === 'draft.publish' && state !== 'rejected' && attempts > 0)
}

/** The refused changes of a draft, merged: the last value of each field. */
export function refusedContent(records: readonly OutboxRecord[]): DraftContent {
  const changes = records.filter(isRefusedSave).flatMap(({ args }) => {
    const read = v.safeParse(SaveDraftArgs, args)
    return read.success ? read.output.changes : []
  })
  return Object.assign({}, noContent, ...changes) as DraftContent
}

export function reasonOf(records: readonly OutboxRecord[]): string | null {
  return records.findLast(({ state }) => state === 'rejected')?.rejection?.message ?? null
}

function itemOf(draft: PostDraft, records: readonly OutboxRecord[]): StudioItem {
  const standing = standingOf(draft, records)
  return { _id: draft._id, content: draft, draft, standing, reason: reasonOf(records), updatedAt: draft.updatedAt }
}

function leftOf(_id: string, records: readonly OutboxRecord[]): StudioItem {
  const updatedAt = records.at(-1)?.queuedAt ?? ''
  return {
    _id,
    content: refusedContent(records),
    draft: null,
    standing: 'refused',
    reason: reasonOf(records),
    updatedAt,
  }
}

function isOfDraft({ lane }: OutboxRecord): boolean {
  return lane.startsWith('draft:')
}

function draftOf({ lane }: OutboxRecord): string {
  return lane.slice('draft:'.length)
}

function isRefusedSave({ name, state }: OutboxRecord): boolean {
  return name === 'draft.save' && state === 'rejected'
}
