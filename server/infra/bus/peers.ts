import type { Logger } from 'pino'
import { decodeFrame } from './frame.ts'
import type { Frame, Message } from './frame.ts'

type Peer = { last: number; heardAt: number }
type PeerHandlers = { came: (peerId: string) => void; left: (peerId: string) => void }

export type Peers = {
  take: (text: string) => void
  /** Ends the peers that have been silent for too long: what they did last may not have been told. */
  endSilent: () => void
  ids: () => string[]
  onPeer: (handlers: PeerHandlers) => void
}

/** The other servers as this one hears them: which there are, and whether a frame of theirs is missing. */
export function createPeers({
  log,
  silentMs,
  deliver,
  miss,
  answer,
}: {
  log: Logger
  silentMs: number
  deliver: (message: Message, from: string) => void
  /** Something that a peer told may not have arrived. */
  miss: () => void
  /** Lets a new peer know that this server is there. */
  answer: () => void
}): Peers {
  const known = new Map<string, Peer>()
  const peerHandlers: PeerHandlers[] = []

  function take(text: string): void {
    const frame = decodeFrame(text)
    if (!frame) return log.warn('the bus heard what is not a frame')
    const peer = known.get(frame.from) ?? welcome(frame)
    peer.heardAt = performance.now()
    if (frame.kind === 'hello') answer()
    follow(peer, frame)
    if (frame.kind === 'bye') forget(frame.from)
  }

  /** A peer counts its batches from 1: whatever came before its first frame here was missed. */
  function welcome({ from }: Frame): Peer {
    const peer = { last: 0, heardAt: performance.now() }
    known.set(from, peer)
    log.info({ peer: from }, 'the bus hears another server')
    for (const { came } of peerHandlers) came(from)
    answer()
    return peer
  }

  function follow(peer: Peer, frame: Frame): void {
    const isBatch = frame.kind === 'batch'
    // Sent a second time, since the sender could not tell.
    if (isBatch && frame.number <= peer.last) return
    const expected = isBatch ? peer.last + 1 : peer.last
    if (frame.number > expected) miss()
    peer.last = Math.max(peer.last, frame.number)
    if (!isBatch) return
    for (const message of frame.messages) hand(message, frame.from)
  }

  function hand(message: Message, from: string): void {
    try {
      deliver(message, from)
    } catch (error) {
      log.error({ err: error, channel: message[0] }, 'the bus could not deliver a message')
      miss()
    }
  }

  function forget(id: string): void {
    known.delete(id)
    log.info({ peer: id }, 'the bus hears no more of another server')
    for (const { left } of peerHandlers) left(id)
  }

  return {
    take,
    endSilent() {
      const now = performance.now()
      for (const [id, { heardAt }] of [...known]) {
        if (now - heardAt < silentMs) continue
        forget(id)
        miss()
      }
    },
    ids: () => [...known.keys()],
    onPeer: (handlers) => void peerHandlers.push(handlers),
  }
}
