// @vitest-environment happy-dom
import type { RtcToken } from '@vesper/sync/vesper/api/live-streams.ts'
import { ConnectionState, RoomEvent, Track, VideoQuality } from 'livekit-client'
import type { Room } from 'livekit-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { viewByLivekit } from './view-by-livekit.ts'
import type { ConnectionState as State } from './viewer-connection.ts'

const token: RtcToken = { token: 'pass', url: 'wss://media.test', iceServers: [], expiresAt: 0 }

class FakeMedia {
  readonly tracks = new Set<object>()
  addTrack(track: object): void {
    this.tracks.add(track)
  }
  removeTrack(track: object): void {
    this.tracks.delete(track)
  }
  getTracks(): object[] {
    return [...this.tracks]
  }
}

/** LiveKit's room without a server: a test says its events and looks at its calls. */
class FakeRoom {
  readonly remoteParticipants = new Map<string, { trackPublications: Map<string, object> }>()
  readonly connect = vi.fn(async (_url: string, _token: string) => {})
  readonly disconnect = vi.fn(async () => {})
  readonly #handlers = new Map<string, ((...args: never[]) => void)[]>()

  on(event: string, handler: (...args: never[]) => void): this {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler])
    return this
  }

  say(event: string, ...args: unknown[]): void {
    for (const handler of this.#handlers.get(event) ?? []) (handler as (...given: unknown[]) => void)(...args)
  }

  /** A track that somebody sends into the room. */
  add(kind: Track.Kind, report: object = {}) {
    const publication = {
      ...{ kind, setSubscribed: vi.fn(), setVideoQuality: vi.fn() },
      track: { getRTCStatsReport: async () => new Map([[kind, { type: 'inbound-rtp', ...report }]]) },
    }
    this.remoteParticipants.set(kind, { trackPublications: new Map([[kind, publication]]) })
    return publication
  }
}

let room: FakeRoom
let states: State[]
const hear = (state: State) => void states.push(state)
const make = () => room as unknown as Room

beforeEach(() => {
  vi.stubGlobal('MediaStream', FakeMedia)
  room = new FakeRoom()
  states = []
})

const view = () => viewByLivekit(token, hear, make)

test('a viewer connects with the token at its address, and takes in the tracks that come and go', async () => {
  const { media } = await view()
  expect(room.connect).toHaveBeenCalledExactlyOnceWith('wss://media.test', 'pass')
  expect(states).toEqual(['connected'])
  const [picture, sound] = [{ kind: 'video' }, { kind: 'audio' }]
  room.say(RoomEvent.TrackSubscribed, { mediaStreamTrack: picture })
  room.say(RoomEvent.TrackSubscribed, { mediaStreamTrack: sound })
  room.say(RoomEvent.TrackUnsubscribed, { mediaStreamTrack: picture })
  expect(media.getTracks()).toEqual([sound])
})

test('a line that breaks is told as connecting, and as connected when LiveKit has it again', async () => {
  await view()
  room.say(RoomEvent.ConnectionStateChanged, ConnectionState.Reconnecting)
  room.say(RoomEvent.ConnectionStateChanged, ConnectionState.Connected)
  expect(states).toEqual(['connected', 'connecting', 'connected'])
})

test('a viewer whom the server removes is told as lost, so that a token is asked for again', async () => {
  const connection = await view()
  room.say(RoomEvent.ConnectionStateChanged, ConnectionState.Disconnected)
  room.say(RoomEvent.Disconnected)
  expect(states).toEqual(['connected', 'lost'])
  connection.close()
  expect(room.disconnect).toHaveBeenCalledOnce()
})

test('a token that LiveKit turns down rejects, and nothing is told as connected', async () => {
  room.connect.mockRejectedValue(new Error('could not establish signal connection: 401'))
  await expect(view()).rejects.toThrow('401')
  expect(states).toEqual([])
})

test('sound alone leaves the picture out at the server, and takes it again in full', async () => {
  const [picture, sound] = [room.add(Track.Kind.Video), room.add(Track.Kind.Audio)]
  const { setVideo } = await view()
  await setVideo(false)
  expect(picture.setSubscribed).toHaveBeenLastCalledWith(false)
  expect(picture.setVideoQuality).not.toHaveBeenCalled()
  await setVideo(true)
  expect(picture.setSubscribed).toHaveBeenLastCalledWith(true)
  expect(picture.setVideoQuality).toHaveBeenCalledExactlyOnceWith(VideoQuality.HIGH)
  expect(sound.setSubscribed).not.toHaveBeenCalled()
})

test('the figures are those of all tracks together', async () => {
  room.add(Track.Kind.Video, { framesDecoded: 40, bytesReceived: 9_000, packetsReceived: 90, packetsLost: 3 })
  room.add(Track.Kind.Audio, { totalSamplesReceived: 480, bytesReceived: 1_000, packetsReceived: 10, packetsLost: 1 })
  const { figures } = await view()
  expect(await figures()).toEqual({
    ...{ framesDecoded: 40, samplesReceived: 480, bytes: 10_000, packetsReceived: 100, packetsLost: 4, roundTripMs: 0 },
  })
})
