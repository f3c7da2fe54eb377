import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { RTCPeerConnection, RTCRtpCodecParameters } from 'werift'
import { allowCheck } from './allow-check.ts'
import { removeCandidates, tellCandidates } from './candidates.ts'
import { PortPairs } from './port-pairs.ts'
import type { RtcNetwork } from './thread-calls.ts'

/** A browser's offer has some 7,000 characters. */
const OFFER_MAX_CHARACTERS = 16 * 1024
/** Reports on all packets of a connection, which werift would answer wrongly where some are lost. */
const TRANSPORT_WIDE = /^a=rtcp-fb:\S+ transport-cc\r?\n/gm
const UNREADABLE = 'The offer of this connection cannot be read.'

/**
 * Makes connections that wait for their clients: no packet goes to an address that an offer names, but only back to where
 * the client's own came from (ICE lite).
 */
export class Connections {
  readonly #network: RtcNetwork
  readonly #ports: PortPairs | null

  constructor(network: RtcNetwork) {
    this.#network = network
    this.#ports = network.ports && new PortPairs(network.ports)
  }

  open(): RTCPeerConnection {
    const { listenOn } = this.#network
    const ports = this.#ports?.take() ?? null
    const connection: RTCPeerConnection = new RTCPeerConnection({
      codecs: { audio: [opus()], video: [vp8()] },
      bundlePolicy: 'max-bundle',
      iceLite: true,
      iceServers: [],
      iceUseIpv4: false,
      iceUseIpv6: false,
      iceAdditionalHostAddresses: [listenOn],
      iceInterfaceAddresses: { udp4: listenOn },
      iceUseTcp: true,
      ...(ports && { icePortRange: [...ports] }),
      iceFilterStunResponse: allowCheck(() => connection.iceTransports[0]?.connection),
    })
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'closed' && ports) this.#ports?.giveBack(ports)
    })
    return connection
  }

  /** Answers an offer: `recvonly` to a publisher, `sendonly` to a viewer. Refuses as `invalid` what cannot be answered. */
  async answer(connection: RTCPeerConnection, offer: string, direction: 'recvonly' | 'sendonly'): Promise<string> {
    if (offer.length > OFFER_MAX_CHARACTERS || !isOffer(offer)) throw new Refusal('invalid', UNREADABLE)
    try {
      await connection.setRemoteDescription({
        type: 'offer',
        sdp: removeCandidates(offer).replaceAll(TRANSPORT_WIDE, ''),
      })
      for (const transceiver of connection.getTransceivers()) transceiver.setDirection(direction)
      await connection.setLocalDescription(await connection.createAnswer())
    } catch {
      throw new Refusal('invalid', UNREADABLE)
    }
    const sdp = connection.localDescription?.sdp
    const isAccepted = connection.getTransceivers().some(({ rejected }) => !rejected)
    if (sdp === undefined || !isAccepted || connection.iceTransports.length !== 1) {
      throw new Refusal('invalid', UNREADABLE)
    }
    return tellCandidates(sdp, this.#network.told)
  }
}

/** One line each of sound and picture at most, and no data. */
function isOffer(offer: string): boolean {
  const kinds = [...offer.matchAll(/^m=(\w+) /gm)].map(([, kind]) => kind)
  return (
    kinds.length > 0 &&
    kinds.every((kind) => kind === 'audio' || kind === 'video') &&
    new Set(kinds).size === kinds.length
  )
}

function opus(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })
}

/** Its reports (nack, pli, fir, remb) are those that the client offers. */
function vp8(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000 })
}
