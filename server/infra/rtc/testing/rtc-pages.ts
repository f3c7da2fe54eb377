import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RtcRole } from '../stream-engine.ts'
import { openBadLines } from './bad-line.ts'
import type { BadLine } from './bad-line.ts'
import type { RtcConnect } from './rtc-peer.ts'

const PAGE = `<!doctype html><video id="video" autoplay playsinline></video><script>
const role = new URL(location).pathname.slice(1)
const query = new URL(location).searchParams
const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
async function start() {
  if (role === 'publish') {
    const media = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 480 } })
    for (const kind of ['audio', 'video']) {
      const track = media.getTracks().find((one) => one.kind === kind)
      connection.addTransceiver(track, { direction: 'sendonly', streams: [media] })
    }
  } else {
    const media = new MediaStream()
    document.getElementById('video').srcObject = media
    connection.ontrack = ({ track }) => media.addTrack(track)
    for (const kind of ['audio', 'video']) connection.addTransceiver(kind, { direction: 'recvonly' })
  }
  for (const one of connection.getTransceivers()) {
    const kind = one.receiver.track.kind
    const wanted = kind === 'audio' ? 'audio/opus' : 'video/VP8'
    const { codecs } = RTCRtpReceiver.getCapabilities(kind)
    one.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === wanted))
  }
  await connection.setLocalDescription()
  const offer = connection.localDescription.sdp.replace(/^a=candidate.*\\r\\n/gm, '')
  const response = await fetch('/connect/' + role + '?user=' + query.get('user') + '&line=' + (query.get('line') ?? ''), { method: 'POST', body: offer })
  const answer = await response.json()
  const sdp = query.has('tcp') ? answer.sdp.replace(/^a=candidate:\\S+ 1 udp .*\\r\\n/gmi, '') : answer.sdp
  await connection.setRemoteDescription({ type: 'answer', sdp })
  return answer.peer
}
async function received() {
  const told = { sent: 0, frames: 0, samples: 0, lost: 0, concealed: 0, audioBytes: 0, videoBytes: 0, protocol: '' }
  let remote = ''
  const all = new Map()
  for (const one of (await connection.getStats()).values()) {
    if (one.type === 'inbound-rtp' && one.kind === 'video') {
      told.frames = one.framesDecoded ?? 0
      told.videoBytes = one.bytesReceived
    }
    if (one.type === 'inbound-rtp' && one.kind === 'audio') {
      told.samples = one.totalSamplesReceived ?? 0
      told.concealed = one.concealedSamples ?? 0
      told.audioBytes = one.bytesReceived
    }
    if (one.type === 'outbound-rtp' && one.kind === 'video') told.sent = one.framesEncoded
    if (one.type === 'inbound-rtp') told.lost += one.packetsLost
    if (one.type === 'candidate-pair' && one.nominated) remote = one.remoteCandidateId
    all.set(one.id, one)
  }
  told.protocol = all.get(remote)?.protocol ?? ''
  return told
}
</script>`

/**
 * Pages that publish (`/publish?user=`) and view (`/view?user=`, with `&tcp` by TCP alone); they begin with `start()`. With
 * `&line=` the connection of a page is led over that one of `lines`.
 */
export async function serveRtcPages(
  connect: (role: RtcRole, userId: string) => RtcConnect,
  lines: Record<string, BadLine> = {},
) {
  const badLines = openBadLines()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(PAGE)
      return
    }
    const role = pathname === '/connect/publish' ? 'publish' : 'view'
    const line = lines[searchParams.get('line') ?? '']
    void text(request)
      .then(connect(role, searchParams.get('user') ?? ''))
      .then(async ({ sdp, ...answer }) => ({ ...answer, sdp: line ? await badLines.lead(sdp, line) : sdp }))
      .then(
        (answer) => response.end(JSON.stringify(answer)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => (server.close(), badLines.stop()) }
}

/** The answer of `received()` in a page that views. */
export type Received = {
  /** Frames that a page which publishes has encoded. */
  sent: number
  frames: number
  samples: number
  lost: number
  concealed: number
  audioBytes: number
  videoBytes: number
  protocol: string
}
