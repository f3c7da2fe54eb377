import { equal } from '@vesper/sync/engine/core/equal.ts'
import { contentOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { DraftContent, PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { liveQuery } from 'dexie'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { editBetween, noContent } from './edit-between.ts'

/** After the last key; however long somebody types, a save comes within `LONGEST_MS`. */
const PAUSE_MS = 400
const LONGEST_MS = 800
/** The pause before a failed read is repeated. */
const AGAIN_MS = 2_000

export type EditorState = {
  isReady: boolean
  content: DraftContent
  /** The draft as the device has it; null before the first save, and once it is gone. */
  draft: PostDraft | null
  /** It was published or discarded, here or elsewhere. */
  isGone: boolean
  /** Everything that is shown is on this device's disk. */
  isKept: boolean
  /** Why it is not, where keeping or reading it failed. */
  problem: Error | null
}

/*
 *     typed ──pause──▶ draft.save {base, changes} ──▶ the stored draft ──▶ shown, once nothing more is typed
 *
 * `base` is what the editor and the stored draft last agreed on. The mutation merges; the editor shows what came of it. Changes
 * of another device or tab come in the same way, never under the fingers of somebody who types.
 */
export class DraftEditor {
  readonly #sync: Sync
  readonly #draftId: string
  readonly #listeners = new Set<() => void>()
  #state: EditorState = { isReady: false, content: noContent, draft: null, isGone: false, isKept: true, problem: null }
  #base: DraftContent = noContent
  #settled: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySince: number | null = null
  #work: Promise<void> = Promise.resolve()
  #isComposing = false
  #isLeft = false

  constructor(sync: Sync, draftId: string) {
    this.#sync = sync
    this.#draftId = draftId
  }

  readonly state = (): EditorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows the stored draft; the answer ends that, and keeps what is not kept yet. */
  start(): () => void {
    this.#isLeft = false
    const subscription = liveQuery(() => this.#stored()).subscribe({
      next: () => this.#look(),
      error: (error: unknown) => console.warn('The draft is not followed', error),
    })
    return () => {
      subscription.unsubscribe()
      this.#isLeft = true
      void this.flush()
    }
  }

  edit(change: Partial<DraftContent>): void {
    this.#show({ content: { ...this.#state.content, ...change }, isKept: false })
    this.#dirtySince ??= performance.now()
    const left = LONGEST_MS - (performance.now() - this.#dirtySince)
    this.#flushIn(Math.max(0, Math.min(PAUSE_MS, left)))
  }

  /** The author has decided about a kept version; `change` is what comes of it. */
  settle(keptId: string, change: Partial<DraftContent> = {}): Promise<void> {
    this.#settled.push(keptId)
    this.edit(change)
    return this.flush()
  }

  /** A text that is being composed is not touched. */
  composing(isComposing: boolean): void {
    this.#isComposing = isComposing
    if (!isComposing) this.#look()
  }

  /** Resolves when everything that was typed is on the disk, or could not be put there. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#work = this.#work
      .then(() => this.#save())
      .then(() => this.#adopt().catch((error: unknown) => this.#fail(error)))
    return this.#work
  }

  /** A browser may take the connection away for a moment: what is typed on is kept all the same. */
  #fail(error: unknown): void {
    this.#show({ problem: asError(error) })
    if (!this.#isLeft) this.#flushIn(AGAIN_MS)
  }

  #stored(): Promise<PostDraft | undefined> {
    return this.#sync.db['post-drafts'].get(this.#draftId)
  }

  /** In an editor that is being typed in, the next save is the time for it. */
  #look(): void {
    if (this.#timer === undefined) void this.flush()
  }

  async #save(): Promise<void> {
    const { content } = this.#state
    const settled = this.#settled
    const edit = editBetween(this.#base, content)
    if (!this.#state.isReady || this.#state.isGone || (!edit && settled.length === 0)) return
    try {
      await this.#sync.mutate('draft.save', {
        ...{ _id: this.#draftId, base: {}, changes: {}, ...edit },
        ...(settled.length > 0 && { settled }),
        editedAt: new Date().toISOString(),
      })
    } catch (error) {
      return this.#show({ problem: asError(error) })
    }
    this.#base = content
    this.#settled = this.#settled.filter((id) => !settled.includes(id))
    this.#dirtySince = null
    this.#show({ isKept: this.#state.content === content, problem: null })
  }

  async #adopt(): Promise<void> {
    const stored = (await this.#stored()) ?? null
    const { content, draft, isReady, isGone } = this.#state
    const isDirty = editBetween(this.#base, content) !== null
    if (!isDirty && this.#state.problem) this.#show({ problem: null })
    if (!stored) {
      // Its text stays on screen: it may be kept as another draft.
      return this.#show({ isReady: true, draft: null, isGone: isGone || (isReady && draft !== null) })
    }
    const next = contentOf(stored)
    if (isReady && (isDirty || this.#isComposing) && !equal(next, this.#base)) {
      this.#show({ draft: stored, isGone: false })
      if (!this.#isComposing) this.#flushIn(PAUSE_MS)
      return
    }
    if (!isDirty) this.#base = next
    const shown = isDirty || equal(next, content) ? content : next
    this.#show({ isReady: true, isGone: false, draft: stored, content: shown })
  }

  #flushIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #show(change: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause))
}
