import type { PublisherFigures } from './publisher-figures.ts'

/** How a connection with the media engine fares. `lost`: it has to be made anew. */
export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'closed'

/** Figures of one second of a viewer's connection; all count from its beginning. */
export type ViewerFigures = {
  framesDecoded: number
  samplesReceived: number
  bytes: number
  packetsReceived: number
  packetsLost: number
  /** The answer time of the latest check of the line; 0 before the first one. */
  roundTripMs: number
}

/** The figures of a connection that has just begun. */
export const noFigures: ViewerFigures = {
  ...{ framesDecoded: 0, samplesReceived: 0, bytes: 0, packetsReceived: 0, packetsLost: 0, roundTripMs: 0 },
}

/** Receives the picture and sound of a stream. */
export type ViewerConnection = {
  media: MediaStream
  /** The picture, or sound alone. */
  setVideo: (on: boolean) => Promise<void>
  figures: () => Promise<ViewerFigures>
  close: () => void
}

/** Sends picture and sound into a stream. */
export type PublisherConnection = {
  /** Another camera or microphone, or none, in the place of the present one. */
  replaceTrack: (kind: 'audio' | 'video', track: MediaStreamTrack | null) => Promise<void>
  figures: () => Promise<PublisherFigures>
  close: () => void
}

export type OnState = (state: ConnectionState) => void
