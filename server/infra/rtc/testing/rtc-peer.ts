import { setTimeout as pause } from 'node:timers/promises'
import { RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift'
import type { MediaKind } from '../embedded/media-packet.ts'

/** Takes an offer to the engine and brings its answer, such as `(sdp) => engine.connect(grant, sdp)`. */
export type RtcConnect = (sdp: string) => Promise<{ sdp: string; peer: string }>

/** A client of a room, as a browser is one. */
export type RtcTestPeer = {
  /** The id that the engine gave. */
  peer: string
  /** The engine's answer. */
  sdp: string
  /** Packets that were sent, or have come. */
  packets: Record<MediaKind, number>
  /** How often a publisher was asked for a key frame. */
  asked: () => number
  /** Stops without a word, as a page that was killed: no packet goes out any more. */
  kill: () => void
  /** Closes as a page that was left. */
  close: () => Promise<void>
}

export type RtcPeerOptions = {
  /** Reaches the engine by TCP alone. */
  tcpOnly?: boolean
  /** Loses one of twenty packets that come, and one of twenty that go. */
  badLine?: boolean
  /** Packets of 1,100 bytes that a publisher adds to each frame, as those of a real picture. */
  load?: number
  /** Hears every packet that comes. */
  onPacket?: (kind: MediaKind, packet: RtpPacket) => void
}

/** A picture of one colour, 160 × 120, and one that changes nothing, as an encoder wrote them. */
export const KEY_FRAME = Buffer.from(
  'EAcAnQEqoAB4AABHCIWFiIWEiAICAnWqA/gCBpORFXaVCcUtKhOKWlQnFLSoTilpUJxS0qE4paVCcUtKhOKWlKAA/vtol/89M15g/yc//bkf7cj/bkf/tsIA',
  'base64',
)
export const SAME_FRAME = Buffer.from('EQIAARAQABgAGFgv9AAIgIEMsAA=', 'base64')
/** 20 ms of silence, as Opus has it. */
export const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
/** Descriptor of VP8: a frame begins. */
export const FRAME_BEGINS = Buffer.from([0x10])

const CODECS = {
  audio: { mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 },
  video: {
    ...{ mimeType: 'video/VP8', clockRate: 90_000, payloadType: 96 },
    rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'goog-remb' }],
  },
}
/** A packet that goes on with a frame. */
const LOAD = Buffer.alloc(1_100)
const STEP_MS = 20
/** A frame for five packets of sound: ten a second. */
const STEPS_A_FRAME = 5

/** Publishes a still picture and silence: 50 packets of sound and 10 of picture a second, a key frame whenever asked for. */
export async function publish(connect: RtcConnect, options: RtcPeerOptions = {}): Promise<RtcTestPeer> {
  const connection = open(options)
  const senders = (['audio', 'video'] as const).map((kind) => {
    return connection.addTransceiver(kind, { direction: 'sendonly' }).sender
  })
  const packets = { audio: 0, video: 0 }
  let [asked, isKeyNext, step] = [0, true, 0]
  senders[1]?.onPictureLossIndication.subscribe(() => {
    asked += 1
    isKeyNext = true
  })
  const answer = await negotiate(connection, connect, options)
  const first = { audio: 30_000, video: 40_000 }
  const send = (kind: MediaKind, payload: Buffer, marker = true) => {
    const timestamp = step * STEP_MS * (kind === 'audio' ? 48 : 90)
    const header = new RtpHeader({
      timestamp,
      sequenceNumber: (first[kind] + packets[kind]) % 2 ** 16,
      marker,
    })
    packets[kind] += 1
    void senders[kind === 'audio' ? 0 : 1]?.sendRtp(new RtpPacket(header, payload))
  }
  let began: number | null = null
  const timer = setInterval(() => {
    if (connection.connectionState !== 'connected') return
    began ??= performance.now()
    // Timers of a busy machine are late: what was missed is sent now, so that the stream's clock is right.
    for (const due = (performance.now() - began) / STEP_MS; step < due; step += 1) {
      send('audio', SILENCE)
      if (step % STEPS_A_FRAME !== 0) continue
      const load = options.load ?? 0
      send('video', Buffer.concat([FRAME_BEGINS, isKeyNext ? KEY_FRAME : SAME_FRAME]), load === 0)
      for (let left = load; left > 0; left -= 1) send('video', LOAD, left === 1)
      isKeyNext = false
    }
  }, STEP_MS)
  return peerOf(connection, { ...answer, packets, asked: () => asked, stop: () => clearInterval(timer) })
}

/** Receives picture and sound, and reports about once a second. */
export async function view(connect: RtcConnect, options: RtcPeerOptions = {}): Promise<RtcTestPeer> {
  const connection = open(options)
  const packets = { audio: 0, video: 0 }
  connection.onTrack.subscribe((track) => {
    const kind = track.kind === 'audio' ? 'audio' : 'video'
    track.onReceiveRtp.subscribe((packet) => {
      packets[kind] += 1
      options.onPacket?.(kind, packet)
    })
  })
  for (const kind of ['audio', 'video'] as const) connection.addTransceiver(kind, { direction: 'recvonly' })
  const answer = await negotiate(connection, connect, options)
  return peerOf(connection, { ...answer, packets, asked: () => 0, stop: () => {} })
}

function open({ tcpOnly = false, badLine = false }: RtcPeerOptions): RTCPeerConnection {
  return new RTCPeerConnection({
    codecs: {
      audio: [new RTCRtpCodecParameters(CODECS.audio)],
      video: [new RTCRtpCodecParameters(CODECS.video)],
    },
    bundlePolicy: 'max-bundle',
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceInterfaceAddresses: { udp4: '127.0.0.1' },
    iceUseTcp: tcpOnly,
    // In percent of packets that werift does not lose.
    ...(badLine && { debug: { inboundPacketLoss: 95, outboundPacketLoss: 95 } }),
    // Nobody beyond this machine is asked.
    iceStunGatherTimeout: 0.001,
  })
}

/** The offer tells no candidates, as our pages' offers do. */
async function negotiate(
  connection: RTCPeerConnection,
  connect: RtcConnect,
  { tcpOnly = false }: RtcPeerOptions,
): Promise<{ sdp: string; peer: string }> {
  await connection.setLocalDescription(await connection.createOffer())
  const offer = (connection.localDescription?.sdp ?? '').replaceAll(/^a=(candidate|end-of-candidates).*\r\n/gm, '')
  const answer = await connect(offer)
  const sdp = tcpOnly ? answer.sdp.replaceAll(/^a=candidate:\S+ \d+ udp .*\r\n/gim, '') : answer.sdp
  await connection.setRemoteDescription({ type: 'answer', sdp })
  return answer
}

type Parts = Pick<RtcTestPeer, 'peer' | 'sdp' | 'packets' | 'asked'> & { stop: () => void }

function peerOf(connection: RTCPeerConnection, { stop, ...parts }: Parts): RtcTestPeer {
  return {
    ...parts,
    kill: () => {
      stop()
      for (const { connection: ice } of connection.iceTransports) ice.send = () => Promise.resolve()
      void connection.close()
    },
    close: async () => {
      stop()
      await connection.close()
      // Its last words go out.
      await pause(0)
    },
  }
}
