import {
  GenericNack,
  ReceiverEstimatedMaxBitrate,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
} from 'werift'
import type { MediaStreamTrack, RTCPeerConnection, RTCRtpReceiver } from 'werift'
import { keyFrameSize } from './key-frame-size.ts'
import type { MediaKind, MediaPacket } from './media-packet.ts'
import { MissingPackets } from './missing-packets.ts'
import { SequenceCounter } from './sequence-counter.ts'

/** A key frame is ten times as large as others: viewers who ask for one share it. */
const KEY_FRAME_PAUSE_MS = 500
/** Bits a second that a publisher may send: 250 kB a second to each viewer. An exponent and 18 bits tell it. */
const MOST_BITS = { mantissa: 125_000, exponent: 4 }

/** Sequence numbers have 16 bits. */
const SEQUENCES = 2 ** 16

type PublisherOptions = {
  connection: RTCPeerConnection
  onPacket: (packet: MediaPacket) => void
}

/** The sending end of a room: tells its packets in the order of their coming. */
export class Publisher {
  readonly #connection: RTCPeerConnection
  readonly #onPacket: (packet: MediaPacket) => void
  readonly #counters = new Set<SequenceCounter>()
  readonly #missing = new MissingPackets()
  #video: { receiver: RTCRtpReceiver; ssrc: number } | null = null
  #heardAt: number | null = null
  #bytes = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: NodeJS.Timeout | null = null

  /** Made before its offer is read: tracks come with the offer. */
  constructor({ connection, onPacket }: PublisherOptions) {
    this.#connection = connection
    this.#onPacket = onPacket
    connection.onTrack.subscribe((track) => this.#hear(track))
  }

  /** When the last packet came, by the clock of `performance.now()`. */
  get heardAt(): number | null {
    return this.#heardAt
  }

  get bytes(): number {
    return this.#bytes
  }

  get lost(): number {
    const totals = [...this.#counters].map((counter) => counter.totals)
    const sent = totals.reduce((sum, total) => sum + total.sent, 0)
    return sent === 0 ? 0 : totals.reduce((sum, total) => sum + total.lost, 0) / sent
  }

  /** Asks for a picture that a decoder can begin with: at once, or as soon as the last time is long enough ago. */
  askForKeyFrame(): void {
    if (this.#asking) return
    const pause = Math.max(0, this.#askedAt + KEY_FRAME_PAUSE_MS - performance.now())
    this.#asking = setTimeout(() => {
      this.#asking = null
      if (!this.#video) return
      this.#askedAt = performance.now()
      void this.#video.receiver.sendRtcpPLI(this.#video.ssrc)
    }, pause)
  }

  /** Tells the most bits a second; called every second. */
  tellMostBits(): void {
    const transport = this.#connection.dtlsTransports[0]
    if (!this.#video || transport?.state !== 'connected') return
    const { receiver, ssrc } = this.#video
    const feedback = new ReceiverEstimatedMaxBitrate({
      senderSsrc: receiver.rtcpSsrc,
      mediaSsrc: 0,
      ssrcNum: 1,
      brExp: MOST_BITS.exponent,
      brMantissa: MOST_BITS.mantissa,
      ssrcFeedbacks: [ssrc],
    })
    transport.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]).catch(() => {})
  }

  close(): void {
    if (this.#asking) clearTimeout(this.#asking)
    this.#connection.close().catch(() => {})
  }

  #hear(track: MediaStreamTrack): void {
    const kind: MediaKind = track.kind === 'audio' ? 'audio' : 'video'
    const counter = new SequenceCounter()
    this.#counters.add(counter)
    const receiver = this.#connection.getReceivers().find(({ tracks }) => tracks.includes(track))
    // Missing packets are asked for here, and not by werift too.
    if (receiver) Object.defineProperty(receiver, 'nackEnabled', { value: undefined })
    track.onReceiveRtp.subscribe((packet) => {
      const { header, payload } = packet
      if (kind === 'video' && receiver) this.#video = { receiver, ssrc: header.ssrc }
      this.#heardAt = performance.now()
      this.#bytes += payload.length
      // Their numbers are those of this connection. Viewers have others.
      header.extensions = []
      header.extension = false
      header.padding = false
      header.paddingSize = 0
      const beginsPicture = kind === 'video' && keyFrameSize(payload) !== null
      const sequence = counter.count(header.sequenceNumber)
      if (kind === 'video') this.#missing.note(sequence, this.#heardAt)
      this.#askForMissing(this.#heardAt)
      this.#onPacket({ ...{ kind, packet, beginsPicture, sequence }, timestamp: header.timestamp })
    })
  }

  /** Asks for pictures' packets that have not come. Sound comes every 20 ms: no timer is needed. */
  #askForMissing(now: number): void {
    const transport = this.#connection.dtlsTransports[0]
    if (!this.#video || transport?.state !== 'connected') return
    const lost = this.#missing.due(now).map((sequence) => sequence % SEQUENCES)
    if (lost.length === 0) return
    const { receiver, ssrc } = this.#video
    const feedback = new GenericNack({ senderSsrc: receiver.rtcpSsrc, mediaSourceSsrc: ssrc, lost })
    transport.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]).catch(() => {})
  }
}
