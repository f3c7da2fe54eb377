import { MediaStreamTrack, RTCRtpCodecParameters, RtcpSenderInfo, RtcpSrPacket } from 'werift'
import type { RtpPacket } from 'werift'
import { Event, MediaRecorder } from 'werift/nonstandard'
import type { StreamEvent } from 'werift/nonstandard'
import { keyFrameSize } from './key-frame-size.ts'
import { CLOCK_RATES } from './media-packet.ts'
import type { MediaKind, MediaPacket } from './media-packet.ts'
import { Outlet } from './outlet.ts'
import { RecordingFile } from './recording-file.ts'

const MIME_TYPES: Record<MediaKind, string> = { audio: 'audio/opus', video: 'video/VP8' }
/** `checkRoom` is called so often: in that time a recording grows by 3 MB. */
const CHECK_MS = 10_000
/** The last packets are written within milliseconds. */
const END_MS = 5_000

/** `afterMs`: since the recording began. */
type Taken = { kind: MediaKind; packet: RtpPacket; afterMs: number }
type Recording = {
  recorder: MediaRecorder
  file: RecordingFile
  since: number
  checkedAt: number
  lastAt: number
  /** Packets that came while werift began. Null: it has begun. */
  early: Taken[] | null
  ended: Promise<void>
}

type RecorderOptions = { path: string; keepFreeBytes: number }

/**
 * Writes all that a room's publishers send into one WebM file, from the first key frame on. While there is no publisher, the
 * picture stands still in it.
 */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #outlets: Record<MediaKind, Outlet> = { audio: new Outlet('audio'), video: new Outlet('video') }
  readonly #tracks: Record<MediaKind, MediaStreamTrack> = { audio: track('audio'), video: track('video') }
  readonly #timed = new Set<MediaKind>()
  #recording: Recording | null = null

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** True while a key frame is what it waits for. */
  get isWaiting(): boolean {
    return this.#outlets.video.isBeginning && this.#recording?.file.hasEnded !== true
  }

  /** The room has another publisher. */
  beginAnew(): void {
    for (const outlet of Object.values(this.#outlets)) outlet.beginAnew()
  }

  /** `now` is of `performance.now()`. */
  take(media: MediaPacket, now: number): void {
    const { kind, packet } = media
    if (this.#recording?.file.hasEnded === true || (!this.#recording && !media.beginsPicture)) return
    if (!this.#outlets[kind].take(media, now)) return
    const recording = (this.#recording ??= this.#begin(packet.payload, now))
    recording.lastAt = now
    const taken = { kind, packet: packet.clone(), afterMs: now - recording.since }
    if (recording.early) recording.early.push(taken)
    else this.#write(taken)
    if (now - recording.checkedAt < CHECK_MS) return
    recording.checkedAt = now
    void recording.file.checkRoom()
  }

  /** Gives the seconds of the file; null where there is none. */
  async stop(): Promise<number | null> {
    if (!this.#recording) return null
    const { recorder, ended, lastAt, since } = this.#recording
    // It also waits for files of its own, of which there are none.
    void recorder.stop()
    const late = AbortSignal.timeout(END_MS)
    await Promise.race([
      ended,
      new Promise((_, reject) => late.addEventListener('abort', () => reject(late.reason as Error))),
    ])
    return (lastAt - since) / 1_000
  }

  #begin(payload: Buffer, now: number): Recording {
    const { path, keepFreeBytes } = this.#options
    const file = new RecordingFile(path, keepFreeBytes)
    const stream: StreamEvent = new Event()
    const ended = Promise.withResolvers<void>()
    stream.subscribe(({ saveToFile, eol }) => {
      if (saveToFile) file.write(saveToFile)
      if (eol) file.close(eol.durationElement).then(ended.resolve, ended.reject)
    })
    // The clocks of both tracks are told by themselves.
    const recorder = new MediaRecorder({ stream, numOfTracks: 2, ...keyFrameSize(payload), disableLipSync: true })
    const times = { since: now, checkedAt: now, lastAt: now }
    const recording: Recording = { recorder, file, ...times, early: [], ended: ended.promise }
    ended.promise.catch(() => {})
    void Promise.all(Object.values(this.#tracks).map((one) => recorder.addTrack(one))).then(() => {
      const early = recording.early ?? []
      recording.early = null
      for (const taken of early) this.#write(taken)
    })
    return recording
  }

  #write({ kind, packet, afterMs }: Taken): void {
    if (!this.#timed.has(kind)) this.#tellTime(kind, packet.header.timestamp, afterMs)
    this.#tracks[kind].writeRtp(packet)
  }

  /** Tells which moment a timestamp stands for. The timestamps that follow keep to it, through changes of the publisher. */
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
