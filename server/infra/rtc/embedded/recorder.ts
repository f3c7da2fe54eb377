import { RtcpSenderInfo, RtcpSrPacket, MediaStreamTrack, RTCRtpCodecParameters } from 'werift'
import { MediaRecorder } from 'werift/nonstandard'
import { keyFrameSize } from './key-frame-size.ts'
import { CLOCK_RATES } from './media-packet.ts'
import type { MediaKind, MediaPacket } from './media-packet.ts'
import { Outlet } from './outlet.ts'

const MIME_TYPES: Record<MediaKind, string> = { audio: 'audio/opus', video: 'video/VP8' }

type Recording = { recorder: MediaRecorder; since: number }

/**
 * Writes what a room's publishers send into one WebM file, from the first key frame on. While there is no publisher, the
 * picture stands still in it.
 */
export class Recorder {
  readonly #path: string
  readonly #outlets: Record<MediaKind, Outlet> = { audio: new Outlet('audio'), video: new Outlet('video') }
  readonly #tracks: Record<MediaKind, MediaStreamTrack> = { audio: track('audio'), video: track('video') }
  readonly #timed = new Set<MediaKind>()
  #recording: Recording | null = null
  #lastAt = 0

  constructor(path: string) {
    this.#path = path
  }

  /** True while a key frame is what it waits for. */
  get isWaiting(): boolean {
    return this.#outlets.video.isBeginning
  }

  /** The room has another publisher. */
  beginAnew(): void {
    for (const outlet of Object.values(this.#outlets)) outlet.beginAnew()
  }

  /** `now` is of `performance.now()`. */
  take(media: MediaPacket, now: number): void {
    const { kind, packet } = media
    if (!this.#recording && !media.beginsPicture) return
    if (!this.#outlets[kind].take(media, now)) return
    this.#recording ??= this.#begin(packet.payload, now)
    this.#lastAt = now
    if (!this.#timed.has(kind)) this.#tellTime(kind, packet.header.timestamp, now - this.#recording.since)
    this.#tracks[kind].writeRtp(packet)
  }

  /** Gives the seconds of the file; null where there is none. */
  async stop(): Promise<number | null> {
    if (!this.#recording) return null
    await this.#recording.recorder.stop()
    return (this.#lastAt - this.#recording.since) / 1_000
  }

  #begin(payload: Buffer, now: number): Recording {
    const recorder = new MediaRecorder({
      path: this.#path,
      tracks: [this.#tracks.audio, this.#tracks.video],
      ...keyFrameSize(payload),
      // The clocks of both are told from the same moment on.
      disableLipSync: true,
    })
    return { recorder, since: now }
  }

  /** Tells which moment a timestamp stands for: `afterMs` of the recording. */
  #tellTime(kind: MediaKind, rtpTimestamp: number, afterMs: number): void {
    this.#timed.add(kind)
    const ntpTimestamp = (1n << 32n) + BigInt(Math.round((afterMs / 1_000) * 2 ** 32))
    const senderInfo = new RtcpSenderInfo({ ntpTimestamp, rtpTimestamp, packetCount: 0, octetCount: 0 })
    this.#tracks[kind].onReceiveRtcp.execute(new RtcpSrPacket({ ssrc: 1, senderInfo }))
  }
}

function track(kind: MediaKind): MediaStreamTrack {
  const channels = kind === 'audio' ? { channels: 2 } : {}
  const codec = new RTCRtpCodecParameters({
    ...{ mimeType: MIME_TYPES[kind], clockRate: CLOCK_RATES[kind], payloadType: 96, ...channels },
  })
  return new MediaStreamTrack({ kind, codec })
}
