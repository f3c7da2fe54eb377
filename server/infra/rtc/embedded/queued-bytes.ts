import type { RTCPeerConnection } from 'werift'

/** A TCP connection as werift keeps it, which its types do not tell. */
type TcpWay = { sockets?: ReadonlyMap<string, { socket: { writableLength: number } }> }

/** Bytes that wait for a client by TCP. By UDP none do: what the system cannot take is gone. */
export function queuedBytes(connection: RTCPeerConnection): number {
  const way = connection.iceTransports[0]?.connection.nominated?.protocol
  if (way?.type !== 'tcp') return 0
  let queued = 0
  for (const { socket } of (way as TcpWay).sockets?.values() ?? []) queued += socket.writableLength
  return queued
}
