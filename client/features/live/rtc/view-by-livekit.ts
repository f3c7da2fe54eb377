import type { RtcToken } from '@vesper/sync/vesper/api/live-streams.ts'
import { ConnectionState as LivekitState, Room, RoomEvent, Track, VideoPresets, VideoQuality } from 'livekit-client'
import type { RemoteTrackPublication, RoomOptions } from 'livekit-client'
import { publisherFiguresOf } from './publisher-figures.ts'
import { sumFigures } from './sum-figures.ts'
import type { OnState, PublisherConnection, ViewerConnection, ViewerFigures } from './viewer-connection.ts'

type Making = (options?: RoomOptions) => Room

const newRoom: Making = (options) => new Room(options)

/** Connects as a viewer through LiveKit's own client. Rejects where the token or the line does not hold. */
export async function viewByLivekit(token: RtcToken, onState: OnState, make = newRoom): Promise<ViewerConnection> {
  const room = make({ adaptiveStream: true, dynacast: true })
  const media = new MediaStream()
  room.on(RoomEvent.TrackSubscribed, ({ mediaStreamTrack }) => media.addTrack(mediaStreamTrack))
  room.on(RoomEvent.TrackUnsubscribed, ({ mediaStreamTrack }) => media.removeTrack(mediaStreamTrack))
  await enter(room, token, onState)
  return {
    media,
    close: () => void room.disconnect(),
    async setVideo(on) {
      for (const publication of publicationsIn(room)) {
        if (publication.kind !== Track.Kind.Video) continue
        publication.setSubscribed(on)
        if (on) publication.setVideoQuality(VideoQuality.HIGH)
      }
    },
    figures: () => figuresOf(room),
  }
}

/** Connects as the creator of the stream. */
export async function publishByLivekit(
  token: RtcToken,
  media: MediaStream,
  onState: OnState,
): Promise<PublisherConnection> {
  const room = new Room()
  await enter(room, token, onState)
  const published = new Map<string, Awaited<ReturnType<typeof room.localParticipant.publishTrack>>>()
  for (const track of media.getTracks()) {
    const options = { simulcast: true, videoEncoding: VideoPresets.h720.encoding }
    published.set(track.kind, await room.localParticipant.publishTrack(track, options))
  }
  return {
    close: () => void room.disconnect(),
    async replaceTrack(kind, track) {
      const publication = published.get(kind)
      if (track && publication?.track) await publication.track.replaceTrack(track)
      else if (track) published.set(kind, await room.localParticipant.publishTrack(track))
      else if (publication?.track) {
        await room.localParticipant.unpublishTrack(publication.track, false)
        published.delete(kind)
      }
    },
    async figures() {
      const reports: unknown[] = []
      for (const { track } of published.values()) {
        const report = (await track?.sender?.getStats()) as Iterable<[string, unknown]> | undefined
        for (const [, one] of report ?? []) reports.push(one)
      }
      return publisherFiguresOf(reports)
    },
  }
}

async function enter(room: Room, { url, token }: RtcToken, onState: OnState): Promise<void> {
  room.on(RoomEvent.ConnectionStateChanged, (state) => {
    if (state === LivekitState.Connected) onState('connected')
    if (state === LivekitState.Reconnecting) onState('connecting')
  })
  // LiveKit's client has tried again by itself before it tells so.
  room.on(RoomEvent.Disconnected, () => onState('lost'))
  await room.connect(url ?? '', token)
  onState('connected')
}

function publicationsIn(room: Room): RemoteTrackPublication[] {
  return [...room.remoteParticipants.values()].flatMap((one) => [...one.trackPublications.values()])
}

async function figuresOf(room: Room): Promise<ViewerFigures> {
  const reports: unknown[] = []
  for (const { track } of publicationsIn(room)) {
    const report = (await track?.getRTCStatsReport()) as Iterable<[string, unknown]> | undefined
    for (const [, one] of report ?? []) reports.push(one)
  }
  return sumFigures(reports)
}
