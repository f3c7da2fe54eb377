import { damagedVideoRefusal, unreadableVideo } from '@vesper/sync/media/video-refusals.ts'

/** The declared samples of all tracks so far; `frames` are those of pictures. */
export type Declared = { bytes: number; samples: number; frames: number }

export type Track = { kind: string; timescale: number }

/** A file while its indexes are read. `movieScale` are the units of a second in its edits. */
export type Tables = {
  fileSize: number
  declared: Declared
  movieScale: number
  /** By the ids of tracks: their kind, and the size of samples whose fragments tell none. */
  kinds: Map<number, string>
  defaultSizes: Map<number, number>
}

/** A decoder takes some 40 bytes for each. Twelve hours of thirty pictures a second, with their sound, have 3.3 million. */
const SAMPLES_MAX = 4_000_000

/** Adds samples that a table names. Refuses more of them, or of their bytes, than the file has. */
export function declareSamples({ fileSize, declared }: Pick<Tables, 'fileSize' | 'declared'>, more: Declared): void {
  declared.bytes += more.bytes
  declared.samples += more.samples
  declared.frames += more.frames
  if (declared.bytes > fileSize || declared.samples > fileSize) throw damagedVideoRefusal()
  if (declared.samples > SAMPLES_MAX) throw unreadableVideo()
}
