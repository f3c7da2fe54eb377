import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

export const NO_FILE = 'There is no such file.'

/** Also the answer to a viewer who may not know that the file exists. */
export function noSuchFile(): Refusal {
  return new Refusal('not-found', NO_FILE)
}

export function notAPicture(): Refusal {
  return new Refusal('unsupported', 'Use a JPEG, PNG, WebP, GIF or AVIF picture.')
}

export function notAVideo(): Refusal {
  return new Refusal('unsupported', 'Use an MP4, MOV, WebM or MKV video.')
}

export function notASound(): Refusal {
  return new Refusal('unsupported', 'Use an MP3, M4A, AAC, OGG, WAV or FLAC sound.')
}

export function notMedia(): Refusal {
  return new Refusal(
    'unsupported',
    'Use a JPEG, PNG, WebP, GIF or AVIF picture, an MP4, MOV, WebM or MKV video, or an MP3, M4A, OGG, WAV or FLAC sound.',
  )
}

/** The server has no ffmpeg. */
export function noSounds(): Refusal {
  return new Refusal('unavailable', 'This server cannot prepare sounds yet. Try again later.')
}

export function damagedPicture(): Refusal {
  return new Refusal('invalid', 'This picture is damaged or incomplete and cannot be read.')
}

export function damagedSound(): Refusal {
  return new Refusal('invalid', 'This sound is damaged or incomplete and cannot be read.')
}
