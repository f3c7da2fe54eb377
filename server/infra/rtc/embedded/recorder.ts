import { MediaStreamTrack, RTCRtpCodecParameters, RtcpSenderInfo, RtcpSrPacket } from 'werift'
import type { RtpPacket } from 'werift'
import { Event, MediaRecorder } from 'werift/nonstandard'
import type { StreamEvent } from 'werift/nonstandard'
import type { RtcRoom } from '../stream-engine.ts'
import { Holes } from './holes.ts'
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

type Taken = { kind: MediaKind; packet: RtpPacket }
type Recording = {
  recorder: MediaRecorder
  file: RecordingFile
  since: number
  checkedAt: number
  holes: Holes
  /** Packets that came while werift began. Null: it has begun. */
  early: Taken[] | null
  ended: Promise<void>
}

/** The clock of one kind: `beganMs` after the recording began its first packet came; its latest one stands `ticks` after that. */
type TrackClock = { first: number; beganMs: number; last: number; ticks: number }

/** `seconds`: the length of the file. Holes are in milliseconds since its beginning. */
export type Recorded = { seconds: number; holes: { beginMs: number; endMs: number }[] }

type RecorderOptions = { path: string; keepFreeBytes: number }

/**
 * Writes all that a room's publishers send into one WebM file, from the first key frame on. While there is no publisher, the
 * picture stands still in it.
 */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #outlets: Record<MediaKind, Outlet> = { audio: new Outlet('audio'), video: new Outlet('video') }
  readonly #tracks: Record<MediaKind, MediaStreamTrack> = { audio: track('audio'), video: track('video') }
  readonly #clocks = new Map<MediaKind, TrackClock>()
  readonly #timed = new Set<MediaKind>()
  /** The first picture is whole. */
  #hasPicture = false
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
    // werift cannot write a first picture that comes behind a later sound, as one of several packets would.
    if (kind === 'audio' && !this.#hasPicture) return
    // Pictures that build on one that is missing show nothing.
    if (this.#recording?.holes.isHole(now - this.#recording.since) === true) this.beginAnew()
    if (!this.#outlets[kind].take(media, now)) return
    const recording = (this.#recording ??= this.#begin(packet.payload, now))
    this.#countTime(kind, packet.header.timestamp, now - recording.since)
    recording.holes.hear(now - recording.since, this.#outlets.video.isBeginning)
    const taken = { kind, packet: packet.clone() }
    this.#hasPicture ||= kind === 'video' && packet.header.marker
    if (recording.early) recording.early.push(taken)
    else this.#write(taken)
    if (now - recording.checkedAt < CHECK_MS) return
    recording.checkedAt = now
    void recording.file.checkRoom()
  }

  /** The time since the recording began, and its holes so far; null before it began. `now` as above. */
  look(now: number): RtcRoom['recording'] {
    if (!this.#recording) return null
    const atMs = Math.round(now - this.#recording.since)
    return { atMs, holes: this.#recording.holes.list(atMs) }
  }

  /** Ends the file, whose length is told by the clock of its packets and not by when they came; null where there is none. */
  async stop(): Promise<Recorded | null> {
    if (!this.#recording) return null
    const { recorder, ended, since, holes } = this.#recording
    const endMs = performance.now() - since
    // It also waits for files of its own, of which there are none.
    void recorder.stop()
    const late = AbortSignal.timeout(END_MS)
    await Promise.race([
      ended,
      new Promise((_, reject) => late.addEventListener('abort', () => reject(late.reason as Error))),
    ])
    const ends = [...this.#clocks].map(([kind, { beganMs, ticks }]) => beganMs / 1_000 + ticks / CLOCK_RATES[kind])
    return {
      seconds: Math.max(...ends),
      holes: holes.list(endMs).map((hole) => ({ beginMs: hole.beginMs, endMs: hole.endMs ?? endMs })),
    }
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
    const times = { since: now, checkedAt: now, holes: new Holes() }
    const recording: Recording = { recorder, file, ...times, early: [], ended: ended.promise }
    ended.promise.catch(() => {})
    void Promise.all(Object.values(this.#tracks).map((one) => recorder.addTrack(one))).then(() => {
      const early = recording.early ?? []
      recording.early = null
      for (const taken of early) this.#write(taken)
    })
    return recording
  }

  #countTime(kind: MediaKind, timestamp: number, afterMs: number): void {
    const clock = this.#clocks.get(kind)
    if (!clock) return void this.#clocks.set(kind, { first: timestamp, beganMs: afterMs, last: timestamp, ticks: 0 })
    // A timestamp has 32 bits: it begins again after half a day. A late packet is not the latest.
    const more = (timestamp - clock.last) | 0
    if (more <= 0) return
    clock.last = timestamp
    clock.ticks += more
  }

  #write({ kind, packet }: Taken): void {
    if (!this.#timed.has(kind)) this.#tellTime(kind)
    this.#tracks[kind].writeRtp(packet)
  }

  /**
   * Tells which timestamp stands for the beginning. Later timestamps keep to it, through changes of the publisher. The moment
   * is a whole second, because werift reads the fraction of an NTP timestamp as if it were decimal digits.
   */
  #tellTime(kind: MediaKind): void {
    this.#timed.add(kind)
    const { first, beganMs } = this.#clocks.get(kind) ?? { first: 0, beganMs: 0 }
    const rtpTimestamp = first - Math.round((beganMs / 1_000) * CLOCK_RATES[kind])
    const senderInfo = new RtcpSenderInfo({ ntpTimestamp: 1n << 32n, rtpTimestamp, packetCount: 0, octetCount: 0 })
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
