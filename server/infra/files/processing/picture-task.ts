import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PublicRendition } from '../media/media-link.ts'
import type { EncodedImage, SmallerCopy } from './images.ts'

/** A picture to decode and write anew. All values are paths, but `rendition`, `copies` and `edge`, in pixels. */
export type PictureTask =
  | { kind: 'photo'; source: string; edge: number; original: string; thumbnail: string }
  | { kind: 'portrait'; source: string; target: string; rendition: PublicRendition }
  | { kind: 'document'; source: string; target: string }
  | { kind: 'sizes'; source: string; copies: readonly SmallerCopy[] }
  | { kind: 'share'; source: string; target: string }
  | { kind: 'poster'; source: string; target: string; thumbnail: string }

/** The answer of the process that worked on it. `fault`: the disk or the program is at fault, not the picture. */
export type PictureAnswer =
  | { image: EncodedImage }
  | { refusal: { kind: RefusalKind; message: string } }
  | { fault: string }
