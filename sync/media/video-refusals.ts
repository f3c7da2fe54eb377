import { Refusal } from '../engine/protocol/refusal.ts'

export function damagedVideoRefusal(): Refusal {
  return new Refusal('invalid', 'This video is damaged or incomplete.')
}

/** It may be whole, but has more parts than any real recording. */
export function unreadableVideo(): Refusal {
  return new Refusal('unsupported', 'This video cannot be read.')
}

/** Tracks beside picture and sound may say where the video was made. */
export function extraTracks(): Refusal {
  return new Refusal('unsupported', 'This video carries data beside picture and sound, which cannot be removed.')
}
