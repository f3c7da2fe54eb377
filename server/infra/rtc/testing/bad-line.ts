import { createSocket } from 'node:dgram'
import type { RemoteInfo, Socket } from 'node:dgram'
import { once } from 'node:events'

/**
 * `loss`: the share of packets that never arrive, once a connection stands: a lost handshake is begun anew by the app, and not
 * by the pages of these tests. `bytesPerSecond`: each way; packets of more than half a second wait
 * no more.
 */
export type BadLine = { loss?: number; delayMs?: number; bytesPerSecond?: number }

const CANDIDATE = /^a=candidate:(\S+) (\d+) udp (\d+) (\S+) (\d+) (.*)\r\n/gim
const TCP_CANDIDATE = /^a=candidate:\S+ \d+ tcp .*\r\n/gim
/** A handshake has fewer packets. */
const SPARED = 60
/** As long as a router keeps packets. */
const QUEUE_MS = 500

/** Answers of an engine, led over lines of their own that lose, delay or squeeze packets. */
export function openBadLines() {
  const sockets: Socket[] = []

  async function bind(): Promise<Socket> {
    const socket = createSocket('udp4')
    sockets.push(socket)
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return socket
  }

  /** Gives an answer whose only candidate is one end of the line. */
  async function lead(sdp: string, line: BadLine): Promise<string> {
    const [found] = sdp.matchAll(CANDIDATE)
    if (!found) throw new Error('The answer has no UDP candidate.')
    const [near, far] = [await bind(), await bind()]
    const [up, down] = [openWay(line), openWay(line)]
    let page: RemoteInfo | null = null
    near.on('message', (packet, from) => {
      page = from
      up(packet.length, () => far.send(packet, Number(found[5]), found[4]))
    })
    far.on('message', (packet) => {
      const to = page
      if (to) down(packet.length, () => near.send(packet, to.port, to.address))
    })
    const ours = `a=candidate:${found[1]} ${found[2]} udp ${found[3]} 127.0.0.1 ${near.address().port} ${found[6]}\r\n`
    let isFirst = true
    return sdp.replaceAll(TCP_CANDIDATE, '').replaceAll(CANDIDATE, () => {
      const kept = isFirst ? ours : ''
      isFirst = false
      return kept
    })
  }

  return { lead, stop: () => sockets.forEach((socket) => socket.close()) }
}

/** One direction: sends a packet when the line has carried it, or never. */
function openWay({ loss = 0, delayMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY }: BadLine) {
  let [freeAt, passed] = [0, 0]
  return (bytes: number, send: () => void): void => {
    const now = performance.now()
    const waitMs = Math.max(0, freeAt - now)
    passed += 1
    if ((passed > SPARED && Math.random() < loss) || waitMs > QUEUE_MS) return
    freeAt = now + waitMs + (bytes / bytesPerSecond) * 1_000
    setTimeout(
      () => {
        try {
          send()
        } catch {
          // The test is over, and its sockets are closed.
        }
      },
      freeAt - now + delayMs,
    )
  }
}
