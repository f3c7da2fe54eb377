import { liveQuery } from 'dexie'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { keptWith } from './composer-model.ts'
import type { Attachment, ComposerEvent, ComposerState } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { mergeDraft, noWords, sameWords } from './merge-draft.ts'
import type { Words } from './merge-draft.ts'
import { attachmentsOf, lookAtDraft, readDraft } from './read-draft.ts'
import type { SeenDraft } from './read-draft.ts'

/** The pause before a failed read is repeated. */
const AGAIN_MS = 2_000

type Options = {
  sync: Sync
  conversationId: string
  /** The box as it is now, ahead of what is on screen. */
  now: () => ComposerState
  apply: (event: ComposerEvent) => void
}

/** Keeps the box of one conversation and its stored draft in agreement, whichever tab writes. */
export class DraftKeeper {
  readonly #options: Options
  readonly #key: string
  /** The last text that the box and the stored draft shared; null until it is read. */
  #base: Words | null = null
  #seen: SeenDraft = { draft: undefined, isEcho: false }
  /** The text of the box has become a message. */
  #isSent = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #work: Promise<void> = Promise.resolve()
  #isComposing = false
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    this.#key = draftKey(options.conversationId)
  }

  /** Reads the draft, then follows it; the answer ends that. */
  start(): () => void {
    const { sync, conversationId } = this.#options
    let isCurrent = true
    this.#isStopped = false
    const read = async () => {
      try {
        const { base, text, attachments } = await readDraft(sync, conversationId)
        if (!isCurrent) return
        this.#base = base
        this.#options.apply({ type: 'restored', text, attachments })
      } catch (error) {
        log(error)
        // Until it is read, nothing that is typed would be kept.
        if (isCurrent) setTimeout(() => void read(), AGAIN_MS)
      }
    }
    void read()
    const subscription = liveQuery(() => lookAtDraft(sync, conversationId)).subscribe({
      next: (seen) => this.#look(seen),
      error: log,
    })
    return () => {
      subscription.unsubscribe()
      // Leaving the thread does not wait for the pause.
      void this.settle()
      isCurrent = false
      this.#isStopped = true
    }
  }

  /** Settles after a pause; a call within it begins the pause anew. */
  settleIn(pauseMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.settle(), pauseMs)
  }

  /** A text that is being composed is not touched. */
  composing(isComposing: boolean): void {
    this.#isComposing = isComposing
  }

  /** The shared text of box and draft is in the outbox: the same words in the box are new ones. */
  sent(): void {
    this.#isSent = true
  }

  /** Brings the box and the stored draft together, now. */
  settle(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#work = this.#work.then(() => alone(this.#key, () => this.#settle())).catch(log)
    return this.#work
  }

  /** For a page that goes away: it may live neither to read the stored draft nor to see its own commit. */
  leave(): void {
    const state = this.#options.now()
    const mine = wordsOf(state)
    if (!this.#base || sameWords(mine, this.#base)) return
    tabForms.write(this.#key, { text: mine.text, base: this.#base.text, ...keptWith(state) })
    const merged = mergeDraft({ base: this.#base, mine, theirs: storedWords(this.#seen) })
    this.#write(merged).catch(log)
  }

  #look(seen: SeenDraft): void {
    this.#seen = seen
    // In a box that is being typed in, the pause after the last key is the time for it.
    if (this.#timer === undefined) void this.settle()
  }

  async #settle(): Promise<void> {
    if (!this.#base) return
    const { sync, now } = this.#options
    const stored = await sync.db.drafts.get(this.#key)
    const isEcho = this.#seen.isEcho && stored?.updatedAt === this.#seen.draft?.updatedAt
    const state = now()
    const mine = wordsOf(state)
    const theirs = storedWords({ draft: stored, isEcho })
    if (this.#isSent && sameWords(theirs, noWords)) this.#base = noWords
    this.#isSent = false
    const merged = mergeDraft({ base: this.#base, mine, theirs })
    const isChange = !sameWords(merged, mine)
    // The box is left alone while a text is composed in it or on its way out of it; both end with another call.
    if (isChange && (this.#isComposing || state.inFlight.length > 0)) return
    // In the words of a message that was sent, what is written anew is kept as what it is.
    const isKept = sameWords(contentOf(merged), stored ?? noWords) && stored?.sentAs === keptWith(state).sentAs
    if (!isKept) await this.#write(merged)
    tabForms.remove(this.#key)
    this.#base = contentOf(merged)
    if (isChange) await this.#show(mine, merged)
  }

  async #show(from: Words, to: Words): Promise<void> {
    const added: Attachment[] = await attachmentsOf(
      this.#options.sync,
      to.fileIds.filter((id) => !from.fileIds.includes(id)),
    )
    if (!this.#isStopped) this.#options.apply({ type: 'merged', from, to, added })
  }

  async #write(words: Words): Promise<void> {
    const { sync } = this.#options
    const { text, fileIds } = contentOf(words)
    if (text === '' && fileIds.length === 0) await sync.removeDraft(this.#key)
    else await sync.putDraft({ key: this.#key, text, fileIds: [...fileIds], ...keptWith(this.#options.now()) })
  }
}

function log(error: unknown): void {
  console.error('A draft failed', error)
}

function wordsOf({ text, attachments }: ComposerState): Words {
  return { text, fileIds: attachments.filter((file) => file.state === 'ready').map((file) => file.fileId) }
}

/** The text worth storing: blanks alone are not. */
function contentOf(words: Words): Words {
  return words.text.trim() === '' ? { ...words, text: '' } : words
}

function storedWords({ draft, isEcho }: SeenDraft): Words {
  return draft && !isEcho ? draft : noWords
}

/** Reading and writing on it is one step among the tabs, where the browser has locks. */
async function alone(key: string, work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(`vesper-draft:${key}`, work) : work())
}
