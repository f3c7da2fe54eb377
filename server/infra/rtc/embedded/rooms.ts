import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Connections } from './connections.ts'
import { Recorder } from './recorder.ts'
import type { Recorded } from './recorder.ts'
import { Room } from './room.ts'
import type { ThreadCall, ThreadCalls, ThreadReport, ThreadRequest } from './thread-calls.ts'

type RoomsOptions = { connections: Connections; tell: (report: ThreadReport) => void }

/** All rooms of the thread, by name. */
export class Rooms {
  readonly #options: RoomsOptions
  readonly #rooms = new Map<string, Room>()

  constructor(options: RoomsOptions) {
    this.#options = options
  }

  async answer(request: ThreadRequest): Promise<ThreadCalls[ThreadCall]['answers']> {
    switch (request.call) {
      case 'open':
        this.#open(request.asks)
        return null
      case 'connect':
        return { sdp: await this.#require(request.asks.grant.room).connect(request.asks) }
      case 'leave':
        this.#of(request.asks.peer)?.leave(request.asks.peer)
        return null
      case 'setVideo':
        this.#of(request.asks.peer)?.setVideo(request.asks.peer, request.asks.hasVideo)
        return null
      case 'remove':
        this.#rooms.get(request.asks.room)?.remove(request.asks.userId, request.asks.sessionId)
        return null
      case 'room': {
        const room = this.#rooms.get(request.asks.room)
        return room ? { peers: room.list(), recording: room.recording() ?? null } : null
      }
      case 'close':
        return { recorded: await this.#close(request.asks.room) }
    }
  }

  tick(): void {
    for (const room of this.#rooms.values()) room.tick()
  }

  #open({ room, record, maxViewers }: ThreadCalls['open']['asks']): void {
    if (this.#rooms.has(room)) return
    const { connections, tell } = this.#options
    const made = new Room({
      ...{ maxViewers, connections },
      recorder: record && new Recorder(record),
      onClosed: (closed) => tell({ news: 'closed', room, ...closed }),
      onSettled: (peer) => tell({ news: 'settled', peer }),
    })
    this.#rooms.set(room, made)
  }

  async #close(name: string): Promise<Recorded | null> {
    const room = this.#rooms.get(name)
    this.#rooms.delete(name)
    try {
      return (await room?.close()) ?? null
    } catch (error) {
      this.#options.tell({ news: 'fault', message: `A recording has no end: ${String(error)}` })
      return null
    }
  }

  #require(name: string): Room {
    const room = this.#rooms.get(name)
    if (!room) throw new Refusal('conflict', 'The stream is over.')
    return room
  }

  #of(peer: string): Room | undefined {
    return [...this.#rooms.values()].find((room) => room.has(peer))
  }
}
