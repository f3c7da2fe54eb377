import { expect, test } from 'vitest'
import { RtpHeader, RtpPacket } from 'werift'
import type { RTCPeerConnection } from 'werift'
import type { MediaKind } from './media-packet.ts'
import { Viewer } from './viewer.ts'

/** A viewer by TCP, the bytes that wait for it, and all that was sent. */
function slowViewer() {
  const socket = { writableLength: 0 }
  const sent: MediaKind[] = []
  const asked = { times: 0 }
  const transceiver = (kind: MediaKind) => ({
    ...{ kind, rejected: false },
    sender: { onPictureLossIndication: { subscribe: () => {} }, sendRtp: () => Promise.resolve(void sent.push(kind)) },
  })
  const connection = {
    ...{ connectionState: 'connected', dtlsTransports: [] },
    getTransceivers: () => [transceiver('audio'), transceiver('video')],
    iceTransports: [
      { connection: { nominated: { protocol: { type: 'tcp', sockets: new Map([['x', { socket }]]) } } } },
    ],
  }
  const viewer = new Viewer({
    connection: connection as unknown as RTCPeerConnection,
    onKeyFrameWanted: () => (asked.times += 1),
  })
  viewer.begin()
  let sequence = 0
  const send = (kind: MediaKind, beginsPicture = false) => {
    sequence += 1
    const packet = new RtpPacket(new RtpHeader(), Buffer.alloc(10))
    viewer.forward({ kind, packet, sequence, timestamp: sequence, beginsPicture }, sequence)
    return sent.splice(0)
  }
  return { viewer, socket, send, asked }
}

test('a viewer who takes bytes too slowly by TCP gets sound alone until the line is free, then a key frame', () => {
  const { socket, send, asked, viewer } = slowViewer()
  expect(send('video', true)).toEqual(['video'])
  socket.writableLength = 384 * 1024
  expect(send('video')).toEqual(['video'])
  socket.writableLength += 1
  expect(send('video', true)).toEqual([])
  expect(send('audio')).toEqual(['audio'])
  socket.writableLength = 96 * 1024 + 1
  expect(send('video', true)).toEqual([])
  // No key frame is asked for while none would be sent.
  expect([asked.times, viewer.isWaiting]).toEqual([0, false])
  socket.writableLength = 96 * 1024
  expect(send('video')).toEqual([])
  expect([asked.times, viewer.isWaiting]).toEqual([1, true])
  expect(send('video', true)).toEqual(['video'])
  expect(viewer.bytes).toBe(40)
})
