import { v5 } from 'uuid'
import { equal } from '../../engine/core/equal.ts'
import { mergeLists, mergeText } from './merge-text.ts'
import type { DraftContent, KeptVersion } from './post-draft.ts'
import { contentOf, linesOf } from './post-draft.ts'
import { POLL_OPTIONS_MAX, POST_TEXT_MAX } from './post.ts'
import type { PostPoll } from './post.ts'
import { isVisible } from './visible-text.ts'

/*
 * A draft is edited on several devices, and each edit says what it began from:
 *
 *     base ──▶ changes        one device's edit, field by field
 *     current                 what the draft has become in the meantime
 *
 * A field that nobody else has touched takes the change. Fields that both have changed: a text and a poll are merged,
 * and where that fails the arriving one stands and the other is stored beside it; added photos are in, removed photos
 * are out, and so are tags; of all else the last value to arrive stands.
 *
 * Invariants: what either side wrote is in the draft or in a kept version; an edit that is applied again changes nothing.
 */

const KEPT_NAMESPACE = 'd0a61b94-3c26-4b0b-9f57-7b6a1a2f6c43'

/** Some of the fields; `undefined` is as good as not there. */
export type DraftFields = { [Field in keyof DraftContent]?: DraftContent[Field] | undefined }

type Mergeable = DraftContent & { kept: KeptVersion[] }

/** `base` is what the device had seen in the fields of `changes`; `settled` are the kept versions that the author is done with. */
export type DraftEdit = {
  base: DraftFields
  changes: DraftFields
  settled?: readonly string[] | undefined
}

/** The draft after an edit; what else it has stays as it is. */
export function mergeDraft<D extends Mergeable>(current: D, { base, changes, settled = [] }: DraftEdit): D {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const merged: D = { ...current, ...contentOf(current), ...(given as Partial<DraftContent>) }
  const { text, poll } = merged
  const lost: (KeptVersion | null)[] = []
  if (changes.text !== undefined) {
    const both = mergeWords({ base: base.text ?? '', ours: current.text, theirs: text })
    if (both === null) lost.push(versionOf('text', current.text))
    else merged.text = both
  }
  if (changes.poll !== undefined) {
    const both = mergePolls({ base: base.poll ?? null, ours: current.poll, theirs: poll })
    if (both === undefined) lost.push(current.poll && versionOf('poll', linesOf(current.poll)))
    else merged.poll = both
  }
  if (changes.fileIds) {
    merged.fileIds = mergeSets({ base: base.fileIds ?? [], ours: current.fileIds, theirs: changes.fileIds })
  }
  if (changes.tags) {
    merged.tags = mergeSets({ base: base.tags ?? [], ours: contentOf(current).tags, theirs: changes.tags })
  }
  merged.kept = keptAfter(merged, [...current.kept, ...lost.filter((version) => version !== null)], settled)
  return merged
}

type Versions<Value> = { base: Value; ours: Value; theirs: Value }

function mergeWords(versions: Versions<string>): string | null {
  const text = mergeText(versions)
  return text !== null && text.length <= POST_TEXT_MAX ? text : null
}

/** `undefined` where they cannot be one. */
function mergePolls({ base, ours, theirs }: Versions<PostPoll | null>): PostPoll | null | undefined {
  if (equal(ours, theirs) || equal(theirs, base)) return ours
  if (equal(ours, base)) return theirs
  if (!ours || !theirs) return undefined
  const began: PostPoll = base ?? { question: '', options: [] }
  const question = mergeText({ base: began.question, ours: ours.question, theirs: theirs.question })
  const options = mergeLists({ base: began.options, ours: ours.options, theirs: theirs.options })
  if (question === null || options === null || options.length > POLL_OPTIONS_MAX) return undefined
  // How it is asked is the arriving edit's where that says anything new.
  const { isMultiple, endsAt } = theirs
  const asked = equal([isMultiple, endsAt], [began.isMultiple, began.endsAt]) ? ours : theirs
  return {
    ...{ question, options },
    ...(asked.isMultiple !== undefined && { isMultiple: asked.isMultiple }),
    ...(asked.endsAt !== undefined && { endsAt: asked.endsAt }),
  }
}

/** In the order of the edit, what the other side added last. */
function mergeSets({ base, ours, theirs }: Versions<readonly string[]>): string[] {
  const wanted = theirs.filter((id) => ours.includes(id) || !base.includes(id))
  const added = ours.filter((id) => !theirs.includes(id) && !base.includes(id))
  return [...new Set([...wanted, ...added])]
}

function versionOf(of: KeptVersion['of'], text: string): KeptVersion | null {
  return !isVisible(text) ? null : { _id: v5(`${of}:${text}`, KEPT_NAMESPACE), of, text }
}

/** Without those that are settled, and those whose every word stands in the draft, or in another version, as it is. */
function keptAfter(draft: DraftContent, versions: readonly KeptVersion[], settled: readonly string[]): KeptVersion[] {
  const open = [...new Map(versions.map((version) => [version._id, version])).values()].filter(
    ({ _id }) => !settled.includes(_id),
  )
  return open.filter(({ _id, of, text }) => {
    const standing = of === 'text' ? draft.text : draft.poll ? linesOf(draft.poll) : ''
    const others = open.filter((other) => other._id !== _id && other.of === of)
    return !standing.includes(text) && !others.some((other) => other.text.includes(text))
  })
}
