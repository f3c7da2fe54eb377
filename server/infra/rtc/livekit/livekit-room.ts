import { ParticipantInfo_State } from 'livekit-server-sdk'
import type { ParticipantInfo } from 'livekit-server-sdk'
import type { RtcIdentity, RtcPeer, RtcRoom } from '../stream-engine.ts'

type RoomOptions = {
  list: () => Promise<ParticipantInfo[]>
  /** Reads the name of a participant; null for one that this site has not let in. */
  identityOf: (name: string) => RtcIdentity | null
  /** So long, in milliseconds, a list is used again. */
  listForMs: number
}

/** One room as LiveKit tells it. While LiveKit does not answer, everybody in it counts as silent for so long. */
export class LivekitRoom {
  readonly #options: RoomOptions
  /** When each participant was last there with all that its role has, by the clock of `performance.now()`. */
  readonly #seen = new Map<string, number>()
  /** When the last token of an identity ends. */
  readonly #tokens = new Map<string, number>()
  #participants: ParticipantInfo[] = []
  #listedAt: number | null = null
  #listing: Promise<void> | null = null

  constructor(options: RoomOptions) {
    this.#options = options
  }

  /** Everybody who was there when last looked at. */
  get lastPeers(): RtcPeer[] {
    return this.#peers(performance.now())
  }

  /** The next `read` asks LiveKit. */
  lookAgain(): void {
    this.#listedAt = null
    this.#listing = null
  }

  noteToken(identity: string, until: number): void {
    for (const known of this.#tokens.keys()) if (!this.#isPending(known)) this.#tokens.delete(known)
    this.#tokens.set(identity, until)
  }

  /** The identities whose tokens may not have been used yet. */
  tokensNow(): string[] {
    return [...this.#tokens.keys()].filter((identity) => this.#isPending(identity))
  }

  async read(): Promise<RtcRoom> {
    const isFresh = this.#listedAt !== null && performance.now() - this.#listedAt < this.#options.listForMs
    if (!isFresh) await this.#listOnce().catch(() => {})
    return { peers: this.lastPeers }
  }

  /** Asks LiveKit, and rejects where it does not answer. */
  async readNow(): Promise<RtcRoom> {
    this.lookAgain()
    await this.#listOnce()
    return { peers: this.lastPeers }
  }

  /** Callers of the same moment share one answer. */
  async #listOnce(): Promise<void> {
    const listing = (this.#listing ??= this.#list())
    try {
      await listing
    } finally {
      if (this.#listing === listing) this.#listing = null
    }
  }

  async #list(): Promise<void> {
    this.#participants = (await this.#options.list()).filter(
      ({ state }) => state !== ParticipantInfo_State.DISCONNECTED,
    )
    const now = performance.now()
    this.#listedAt = now
    const there = new Set(this.#participants.map(({ sid }) => sid))
    for (const sid of this.#seen.keys()) if (!there.has(sid)) this.#seen.delete(sid)
    for (const one of this.#participants) if (isActive(one)) this.#seen.set(one.sid, now)
  }

  #peers(now: number): RtcPeer[] {
    const isFresh = this.#listedAt !== null && now - this.#listedAt < this.#options.listForMs + 1_000
    return this.#participants.flatMap((one) => {
      const identity = this.#options.identityOf(one.identity)
      if (!identity) return []
      const seenAt = this.#seen.get(one.sid)
      const isThere = isFresh && seenAt === this.#listedAt
      return {
        ...{ ...identity, peer: one.sid, role: roleOf(one), hasVideo: true },
        silentMs: seenAt === undefined ? null : isThere ? 0 : now - seenAt,
        // LiveKit keeps these to itself.
        ...{ bytes: 0, lost: 0 },
      }
    })
  }

  #isPending(identity: string): boolean {
    return (this.#tokens.get(identity) ?? 0) > performance.now()
  }
}

function roleOf({ permission }: ParticipantInfo): RtcPeer['role'] {
  return permission?.canPublish === true ? 'publish' : 'view'
}

/** A publisher sends something; a viewer is only there. */
function isActive(one: ParticipantInfo): boolean {
  return one.state === ParticipantInfo_State.ACTIVE && (roleOf(one) === 'view' || one.tracks.length > 0)
}
