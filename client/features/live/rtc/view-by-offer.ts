import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RtcToken } from '@vesper/sync/vesper/api/live-streams.ts'
import { askNow, onSocket, sayNow } from '../../../core/live/socket.ts'
import { publisherFiguresOf } from './publisher-figures.ts'
import { sumFigures } from './sum-figures.ts'
import type { OnState, PublisherConnection, ViewerConnection } from './viewer-connection.ts'

/** Joins wait in a queue of the server. */
const JOIN_MS = 15_000
/** Pictures of a stream are for a phone's screen; more does not get through an upstream. */
const VIDEO_BITS = 1_200_000

/*
 * The built-in engine: an offer without candidates goes over the socket, and the answer names the server's own addresses. So
 * no address of ours is in any description.
 */

/** Connects as a viewer. */
export async function viewByOffer(token: RtcToken, onState: OnState): Promise<ViewerConnection> {
  const connection = new RTCPeerConnection({
    iceServers: token.iceServers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
  })
  const media = new MediaStream()
  for (const kind of ['audio', 'video'] as const) {
    prefer(connection.addTransceiver(kind, { direction: 'recvonly' }), kind, 'receive')
  }
  connection.addEventListener('track', ({ track }) => media.addTrack(track))
  const { peer, close } = await connect(connection, token, onState)
  return {
    media,
    close,
    setVideo: async (on) => {
      const answer = await askNow('rtc:video', { peer, on })
      if (!answer.ok) throw new Refusal('unavailable', answer.message ?? '')
    },
    figures: async () => sumFigures((await connection.getStats()).values() as Iterable<unknown>),
  }
}

/** Connects as the creator of the stream. */
export async function publishByOffer(
  token: RtcToken,
  media: MediaStream,
  onState: OnState,
): Promise<PublisherConnection> {
  const connection = new RTCPeerConnection({
    iceServers: token.iceServers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
  })
  const senders = new Map<'audio' | 'video', RTCRtpSender>()
  for (const kind of ['audio', 'video'] as const) {
    const track = media.getTracks().find((one) => one.kind === kind)
    const transceiver = connection.addTransceiver(track ?? kind, {
      direction: 'sendonly',
      streams: [media],
      ...(kind === 'video' && { sendEncodings: [{ maxBitrate: VIDEO_BITS }] }),
    })
    prefer(transceiver, kind, 'send')
    senders.set(kind, transceiver.sender)
  }
  const { close } = await connect(connection, token, onState)
  return {
    close,
    replaceTrack: async (kind, track) => senders.get(kind)?.replaceTrack(track),
    figures: async () => publisherFiguresOf((await connection.getStats()).values() as Iterable<unknown>),
  }
}

type Connected = { peer: string; close: () => void }

async function connect(connection: RTCPeerConnection, token: RtcToken, onState: OnState): Promise<Connected> {
  let isClosed = false
  let peer: string | null = null
  const tell: OnState = (state) => {
    if (!isClosed) onState(state)
  }
  const stop = onSocket('rtc:closed', (event) => {
    if (event.peer === peer) tell(event.reason === 'gone' ? 'lost' : 'closed')
  })
  const close = () => {
    isClosed = true
    stop()
    if (peer !== null) sayNow('rtc:leave', { peer })
    connection.close()
  }
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'connected') tell('connected')
    if (connection.connectionState === 'failed' || connection.connectionState === 'disconnected') tell('lost')
  })
  try {
    const offer = await connection.createOffer()
    await connection.setLocalDescription(offer)
    const answer = await askNow('rtc:offer', { token: token.token, sdp: withoutCandidates(offer.sdp ?? '') }, JOIN_MS)
    // The route of the token tells who may enter: a token that is not taken is worth another one.
    if (!answer.ok) throw new Refusal('unavailable', answer.message ?? '')
    ;({ peer } = answer)
    await connection.setRemoteDescription({ type: 'answer', sdp: answer.sdp })
    return { peer, close }
  } catch (error) {
    close()
    throw error
  }
}

function withoutCandidates(sdp: string): string {
  return sdp
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate') && line !== 'a=end-of-candidates')
    .join('\r\n')
}

/** The engine relays VP8 and Opus. */
function prefer(transceiver: RTCRtpTransceiver, kind: 'audio' | 'video', way: 'send' | 'receive'): void {
  const { codecs = [] } = (way === 'send' ? RTCRtpSender : RTCRtpReceiver).getCapabilities(kind) ?? {}
  const wanted = kind === 'video' ? /^video\/vp8$/i : /^audio\/opus$/i
  const chosen = codecs.filter(({ mimeType }) => wanted.test(mimeType))
  if (chosen.length > 0) transceiver.setCodecPreferences(chosen)
}
