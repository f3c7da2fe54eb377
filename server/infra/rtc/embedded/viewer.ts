import { RtcpPayloadSpecificFeedback, RtcpRrPacket, RtcpSrPacket } from 'werift'
import type { RTCPeerConnection, RTCRtpSender, RtcpPacket } from 'werift'
import type { MediaKind, MediaPacket } from './media-packet.ts'
import { Outlet } from './outlet.ts'
import { queuedBytes } from './queued-bytes.ts'

/** By TCP, so much may wait for a slow viewer, a second of picture; then pictures are left out until it has gone. */
const QUEUE_MAX_BYTES = 384 * 1024

/** Older clients ask for a key frame so (RFC 5104). */
const FULL_INTRA_REQUEST = 4

type Stream = { sender: RTCRtpSender; outlet: Outlet; sent: number; lost: number }

type ViewerOptions = { connection: RTCPeerConnection; onKeyFrameWanted: () => void }

/** One receiving end of a room. */
export class Viewer {
  readonly #connection: RTCPeerConnection
  readonly #onKeyFrameWanted: () => void
  readonly #streams = new Map<MediaKind, Stream>()
  #hasVideo = true
  #isBehind = false
  #heardAt: number | null = null
  #bytes = 0

  constructor({ connection, onKeyFrameWanted }: ViewerOptions) {
    this.#connection = connection
    this.#onKeyFrameWanted = onKeyFrameWanted
  }

  /** Called when its offer was answered: before, it has no senders. */
  begin(): void {
    for (const { kind, sender, rejected } of this.#connection.getTransceivers()) {
      if (rejected || (kind !== 'audio' && kind !== 'video')) continue
      const stream: Stream = { sender, outlet: new Outlet(kind), sent: 0, lost: 0 }
      this.#streams.set(kind, stream)
      sender.onPictureLossIndication.subscribe(() => this.#onKeyFrameWanted())
    }
    for (const transport of this.#connection.dtlsTransports) {
      transport.onRtcp.subscribe((packet) => this.#hear(packet))
      transport.onStateChange.subscribe((state) => {
        if (state === 'connected') this.#onKeyFrameWanted()
      })
    }
  }

  /** When its last report came, by the clock of `performance.now()`. */
  get heardAt(): number | null {
    return this.#heardAt
  }

  get bytes(): number {
    return this.#bytes
  }

  get lost(): number {
    const streams = [...this.#streams.values()]
    const sent = streams.reduce((sum, stream) => sum + stream.sent, 0)
    const lost = streams.reduce((sum, stream) => sum + stream.lost, 0)
    return sent === 0 ? 0 : Math.min(1, lost / sent)
  }

  get hasVideo(): boolean {
    return this.#hasVideo
  }

  set hasVideo(hasVideo: boolean) {
    if (hasVideo === this.#hasVideo) return
    this.#hasVideo = hasVideo
    this.#streams.get('video')?.outlet.beginAnew()
    if (hasVideo) this.#onKeyFrameWanted()
  }

  /** True while a key frame is what its picture waits for. */
  get isWaiting(): boolean {
    const isReached = this.#connection.connectionState === 'connected'
    return isReached && this.#hasVideo && !this.#isBehind && this.#streams.get('video')?.outlet.isBeginning === true
  }

  /** The room has another publisher. */
  beginAnew(): void {
    for (const { outlet } of this.#streams.values()) outlet.beginAnew()
  }

  /** Sends a packet on; `now` is of `performance.now()`. No promise is kept: werift counts and resends by itself. */
  forward(media: MediaPacket, now: number): void {
    const stream = this.#streams.get(media.kind)
    if (!stream || this.#connection.connectionState !== 'connected') return
    if (media.kind === 'video' && (!this.#hasVideo || this.#fallsBehind(stream.outlet))) return
    if (!stream.outlet.take(media, now)) return
    stream.sent += 1
    this.#bytes += media.packet.payload.length
    void stream.sender.sendRtp(media.packet)
  }

  close(): void {
    this.#connection.close().catch(() => {})
  }

  /** True while too much waits to be sent. Its picture begins anew once a quarter is left. */
  #fallsBehind(outlet: Outlet): boolean {
    const queued = queuedBytes(this.#connection)
    const wasBehind = this.#isBehind
    this.#isBehind = queued > (wasBehind ? QUEUE_MAX_BYTES / 4 : QUEUE_MAX_BYTES)
    if (this.#isBehind && !wasBehind) outlet.beginAnew()
    if (wasBehind && !this.#isBehind) this.#onKeyFrameWanted()
    return this.#isBehind
  }

  #hear(packet: RtcpPacket): void {
    this.#heardAt = performance.now()
    if (packet instanceof RtcpPayloadSpecificFeedback && packet.feedback.count === FULL_INTRA_REQUEST) {
      this.#onKeyFrameWanted()
    }
    if (!(packet instanceof RtcpRrPacket) && !(packet instanceof RtcpSrPacket)) return
    for (const { ssrc, packetsLost } of packet.reports) {
      for (const stream of this.#streams.values()) {
        if (stream.sender.ssrc === ssrc) stream.lost = Math.max(0, packetsLost)
      }
    }
  }
}
