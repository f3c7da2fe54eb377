import type { PeerConfig, RTCPeerConnection } from 'werift'

type Ice = RTCPeerConnection['iceTransports'][number]['connection']
type Allow = NonNullable<PeerConfig['iceFilterStunResponse']>

/** A client has some ways to reach the server: a few networks, each by UDP and TCP. */
const WAYS_MAX = 32

/**
 * Lets a connection answer checks only of its own client, who alone knows both names of the connection, and from so many
 * addresses at most: werift remembers each of them.
 */
export function allowCheck(iceOf: () => Ice | undefined): Allow {
  const ways = new Set<string>()
  return (message, [host, port]) => {
    const ice = iceOf()
    if (!ice || message.getAttributeValue('USERNAME') !== `${ice.localUsername}:${ice.remoteUsername}`) return false
    const way = `${host} ${port}`
    if (!ways.has(way) && ways.size >= WAYS_MAX) return false
    ways.add(way)
    return true
  }
}
