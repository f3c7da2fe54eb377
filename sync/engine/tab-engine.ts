import { newerSpaces } from './core/newer-spaces.ts'
import { Leader } from './leader.ts'
import type { TabMessage } from './leader.ts'
import { applyPoke } from './local/apply-poke.ts'
import { enqueue } from './local/enqueue.ts'
import type { EnqueueOptions, Enqueued } from './local/enqueue.ts'
import { heldVersions } from './local/held-versions.ts'
import type { Replica } from './local/replica.ts'
import type { StorageQuota } from './local/storage-quota.ts'
import type { Channel, Clock, Locks, Transport, Uploader } from './ports.ts'
import type { Poke, PokePatch } from './protocol/poke.ts'
import type { Receipt } from './protocol/receipt.ts'
import { StatusBoard } from './status-board.ts'
import type { SyncStatus, Work } from './status-board.ts'
import type { OutboxRecord, SpaceRecord } from './store.ts'
import { SyncLoop } from './sync-loop.ts'
import { UploadPump } from './upload-pump.ts'
import type { LoadVerify } from './verify/background-verify.ts'

export type WakeReason = 'online' | 'poke' | 'visible' | 'mutation' | 'manual' | 'start' | 'background-sync'

/** After so many milliseconds without a byte an upload is begun anew. */
const UPLOAD_STUCK_MS = 120_000
/** So long (milliseconds) somebody who is to see to the outbox looks after it in another's place, and looks so often. */
const ELSEWHERE_MS = 5_000
const LOOK_MS = 100
/** When the tab that leads looks after the size of its caches: once it has settled, then so often. */
const FIRST_TIDY_MS = 20_000
const TIDY_MS = 3_600_000

type TabOptions = {
  replica: Replica
  room: StorageQuota
  transport: Transport
  uploader: Uploader
  comparing?: LoadVerify | undefined
  locks: Locks | null
  channel: Channel
  clock: Clock
  /** In [0, 1). */
  random: () => number
}

/**
 * The engine of one tab or service worker. The leading tab does all that is asked for:
 *
 *     wake ──▶ leading? ──▶ loop and pump
 *                  └──────▶ ask the leader, over the channel
 */
export class TabEngine {
  readonly #options: TabOptions
  readonly #loop: SyncLoop
  readonly #pump: UploadPump
  readonly #board: StatusBoard
  readonly #leader: Leader
  readonly #onTaken = new Set<(taken: Receipt) => void>()
  #tidyTimer: number | null = null
  #stopped = false
  /** Since it was last asked, the tab that leads has answered somebody. */
  #isAnswered = false

  constructor(options: TabOptions) {
    this.#options = options
    const { replica, room, transport, uploader, comparing, locks, channel, clock, random } = options
    const edges = { replica, clock, random }
    const onNeedsAuth = () => this.#park()
    const onChange = (what: 'work' | 'outbox') => (what === 'work' ? this.#board.show() : this.#refresh())
    const onTaken = (taken: Receipt) => this.#tellTaken(taken)
    this.#loop = new SyncLoop({ ...edges, transport, comparing, onChange, onNeedsAuth, onTaken })
    room.onChange = () => this.#refresh()
    this.#pump = new UploadPump({
      ...edges,
      uploader,
      onSettled: () => {
        this.#loop.push()
        this.#refresh()
      },
      onIdle: () => this.#board.show(),
      onNeedsAuth,
      signIns: () => this.#loop.signIns,
    })
    this.#board = new StatusBoard({
      replica,
      clock,
      work: () => this.#work(),
      onStuck: (stuckMs) => this.#startOver(stuckMs),
      publish: (status) => this.#tell({ type: 'status', status }),
    })
    const name = `${replica.model.product}-sync:${replica.account}`
    const onLoss = () => this.#standBack()
    this.#leader = new Leader({ name, locks, channel, clock, onLead: () => this.#takeLead(), onLoss })
    channel.addEventListener('message', ({ data }) => this.#hear(data as TabMessage))
  }

  get status(): SyncStatus {
    return this.#board.status
  }

  subscribe(listener: () => void): () => void {
    return this.#board.subscribe(listener)
  }

  /** Calls back, in the tab that did so, when something from the server has been taken in. */
  onTaken(listener: (taken: Receipt) => void): () => void {
    this.#onTaken.add(listener)
    return () => void this.#onTaken.delete(listener)
  }

  wake(reason: WakeReason, poke?: Poke): void {
    if (this.#stopped) return
    if (reason === 'start') this.#leader.start()
    if (poke?.patch)
      void this.#takeIn(poke.patch).then((held) => this.wake(reason, { spaces: newerSpaces(poke.spaces, held) }))
    else if (this.#leader.leading) this.#act(reason, poke?.spaces)
    else this.#leader.ask(reason, poke?.spaces)
  }

  /** Keeps a mutation, and sends it if that can be done at once. */
  async keep(
    record: Omit<OutboxRecord, 'order'>,
    along: Omit<EnqueueOptions, 'limits'>,
  ): Promise<Omit<Enqueued, 'batch'>> {
    const { replica } = this.#options
    const limits = this.#leads ? this.#loop.reserve() : null
    let kept: Enqueued | null = null
    try {
      kept = await enqueue(replica, record, { ...along, limits })
    } finally {
      // The present leader takes the same batch again.
      if (limits) this.#loop.release((this.#leads && kept?.batch) || null)
    }
    if (!this.#leads) this.wake('mutation')
    else if (!this.#loop.needsAuth) {
      if (!kept.batch?.sent.length) this.#loop.push()
      // Nothing else is new to it.
      if (replica.model.files(record.name, record.args).length > 0) this.#pump.wake({ hopeful: false })
    }
    this.#tellOfChange()
    return kept
  }

  /** This tab has changed the outbox. */
  changed(reason: WakeReason): void {
    // First, so that sending does not wait for the counting.
    this.wake(reason)
    this.#tellOfChange()
  }

  signedIn(): void {
    this.#tell({ type: 'signed-in' })
    this.#loop.unpark()
    this.#refresh()
    this.wake('manual')
  }

  async drainOnce(): Promise<boolean> {
    const drain = () => this.#drain()
    const led = this.#leader.leading ? await drain().then(() => true) : await this.#leader.leadFor(drain)
    await this.#board.refresh()
    const isLeft = !led && this.status.pending > 0 && (await this.#leaveToLeader())
    return isLeft || this.status.pending === 0
  }

  /** Mutations without files go first: a browser may end the event of a worker before a video is uploaded. */
  async #drain(): Promise<void> {
    await this.#loop.drain()
    if (this.#loop.needsAuth || this.#stopped) return
    const isSettled = await this.#pump.drain()
    // A mutation held up by a file is on its way, unless a request has failed; the file shows that the connection works
    // again.
    const isHopeful = isSettled && !this.#stopped && !this.#loop.isToldToWait
    if (isHopeful && this.#loop.connection !== 'connected') await this.#loop.drain()
    else await this.#loop.settled()
  }

  /**
   * True when the leading tab answers: it sends what waits. One that is frozen, or just being closed, does not, and
   * this one takes its place. To wait for what is sent elsewhere would hold up an update of the worker that waits.
   */
  async #leaveToLeader(): Promise<boolean> {
    const { clock } = this.#options
    this.#isAnswered = false
    this.wake('background-sync')
    for (let ms = 0; ms < ELSEWHERE_MS && this.status.pending > 0 && !this.#stopped; ms += LOOK_MS) {
      await new Promise<void>((done) => void clock.setTimeout(done, LOOK_MS))
      if (this.#isAnswered) return true
      await this.#board.refresh()
    }
    return false
  }

  stop(): void {
    this.#stopped = true
    this.#leader.stop()
    this.#loop.pause()
    this.#pump.pause()
    this.#board.stop()
    this.#tidyIn(null)
    this.#options.channel.close()
  }

  get #leads(): boolean {
    return this.#leader.leading && !this.#stopped
  }

  #tellOfChange(): void {
    this.#tell({ type: 'changed' })
    this.#refresh()
  }

  /** Does, in the leading tab, what a wake asks for. */
  #act(reason: string, spaces?: Record<string, number>): void {
    if (this.#loop.needsAuth) return
    // The browser says no more than that there is some line: nothing new where a request is out, or where the server has spoken.
    if (reason === 'background-sync' && (this.#loop.busy || this.#loop.isToldToWait)) return
    // Before the pump, whose look into the outbox would hold up the request.
    if (reason === 'mutation') this.#loop.push()
    else if (reason === 'poke' && spaces) void this.#pullUnlessHeld(spaces)
    else this.#loop.pull()
    // Nothing new goes up for a poke, which comes with each message of the others; it says that the line works.
    if (reason !== 'poke' || this.#pump.isHeldUp) this.#pump.wake({ hopeful: reason !== 'mutation' })
  }

  /** In whichever tab it reaches first: the others find it held. Answers what this one has taken in. */
  async #takeIn(patch: PokePatch): Promise<SpaceRecord[]> {
    const { replica } = this.#options
    try {
      const spaces = await applyPoke(replica, patch)
      this.#tellTaken(heldVersions(patch, spaces))
      return spaces
    } catch (cause) {
      if (!this.#stopped) replica.log({ level: 'warn', message: 'what a poke brought could not be taken in', cause })
      return []
    }
  }

  #tellTaken(taken: Receipt): void {
    if (!this.#stopped && Object.keys(taken.spaces).length > 0) for (const tell of this.#onTaken) tell(taken)
  }

  /** [POKE-1] The work under way may bring the versions of the poke. */
  async #pullUnlessHeld(spaces: Record<string, number>): Promise<void> {
    const named = Object.keys(spaces)
    if (named.length === 0) return
    await this.#loop.settled()
    const { store } = this.#options.replica
    const held = await store.read('outbox', (tx) => tx.spaces.getMany(named)).catch(() => [])
    const isLeft = Object.keys(newerSpaces(spaces, held)).length > 0
    if (isLeft && this.#leader.leading) this.#loop.pull()
  }

  #hear(message: TabMessage): void {
    if (message.type === 'answer') this.#isAnswered = true
    if (this.#stopped) return
    const { leading } = this.#leader
    this.#leader.hear(message)
    if (message.type === 'ask' && leading) {
      this.#act(message.reason, message.spaces)
      this.#tell({ type: 'status', status: this.status })
    }
    if (message.type === 'status' && !leading) this.#board.adopt(message.status)
    if (message.type === 'signed-in') this.#loop.unpark()
    if (message.type === 'signed-in' && leading) this.#act('manual')
    if (message.type === 'signed-in' || message.type === 'changed') this.#refresh()
  }

  #work(): Work {
    return {
      leading: this.#leader.leading,
      needsAuth: this.#loop.needsAuth,
      connection: this.#loop.connection,
      busy: this.#loop.busy || this.#pump.busy,
      moved: this.#pump.movedBytes + this.#loop.receivedParts,
      nextAttemptAt: this.#loop.nextAttemptAt,
      isFull: this.#options.room.isFull || this.#loop.isFull,
    }
  }

  #takeLead(): void {
    this.#act('start')
    this.#refresh()
    this.#tidyIn(FIRST_TIDY_MS)
  }

  #standBack(): void {
    this.#loop.pause()
    this.#pump.pause()
    this.#tidyIn(null)
    this.#refresh()
  }

  #tidyIn(ms: number | null): void {
    const { clock, room, replica } = this.#options
    if (this.#tidyTimer !== null) clock.clearTimeout(this.#tidyTimer)
    this.#tidyTimer =
      ms === null
        ? null
        : clock.setTimeout(() => {
            this.#tidyIn(TIDY_MS)
            room
              .tidy()
              .catch((cause: unknown) => replica.log({ level: 'warn', message: 'caches were not tidied', cause }))
          }, ms)
  }

  #park(): void {
    this.#loop.park()
    this.#pump.pause()
    this.#refresh()
  }

  #startOver(stuckMs: number): void {
    this.#options.replica.log({ level: 'warn', message: 'something pending does not move: starting over' })
    this.#loop.restart()
    // The server may take its time over a large file after the last byte has gone up.
    if (stuckMs >= UPLOAD_STUCK_MS) this.#pump.restart()
  }

  #tell(message: TabMessage): void {
    if (!this.#stopped) this.#options.channel.postMessage(message)
  }

  #refresh(): void {
    void this.#board.refresh()
  }
}
