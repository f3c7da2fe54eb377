import { mediaTypeOf } from '@vesper/sync/media/media-types.ts'
import { whileUnsavedWork } from '../page/unsaved-work.ts'

// The server judges a file by its first bytes (server/infra/files/media-type.ts). This sniffer reads fewer of them, and
// refuses no file that the server would take: tools/type-by-content.test.ts compares the two.

/** Bytes: a Matroska file names its kind in about forty. */
const HEAD_BYTES = 64

const kinds: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^GIF/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^fLaC/, 'audio/flac'],
  [/^OggS/, 'audio/ogg'],
  // A frame of AAC begins with twelve bits and a layer of 0, one of MPEG audio with eleven and another layer.
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'audio/aac'],
  [/^(ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff])/, 'audio/mpeg'],
]
/** MP4's family tells its members apart by their brand; any other one is an MP4. */
const brands: [RegExp, string][] = [
  [/^qt$/, 'video/quicktime'],
  [/^3g/, 'video/3gpp'],
  [/^avi[fs]$/, 'image/avif'],
  [/^(mif1|msf1|hei[cx]|hev[cx])$/, 'image/heic'],
  [/^crx$/, 'image/x-canon-cr3'],
  [/^[MF]4[AB]$/, 'audio/mp4'],
]
/**
 * The MIME type of a photo, video or sound, by its content and never by its name; empty for any other file.
 * Rejects for a file that cannot be read.
 */
export async function sniffMediaType(file: Blob): Promise<string> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (head.startsWith('\u001aE\u00df\u00a3')) return head.includes('webm') ? 'video/webm' : 'video/matroska'
  if (head.startsWith('ftyp', 4)) return match(brands, head.slice(8, 12).replace('\0', ' ').trim()) ?? 'video/mp4'
  if (/^(free|mdat|moov|wide)/.test(head.slice(4))) return 'video/quicktime'
  return match(kinds, head) ?? ''
}

/** A file with the type of its content, whatever its name and the system say. A file of unknown content stays as it is. */
export async function withType(file: File): Promise<File> {
  // A chosen file is in hand from here on.
  const sniffed = await whileUnsavedWork(sniffMediaType(file)).catch(() => '')
  const type = sniffed === '' || isSoundIn(sniffed, file.type) ? file.type : sniffed
  return type === file.type ? file : new File([file], file.name, { type, lastModified: file.lastModified })
}

/** A sound may be in the form of a video: the first bytes of both are the same. */
function isSoundIn(sniffed: string, declared: string): boolean {
  return sniffed.startsWith('video/') && mediaTypeOf(declared)?.type === 'audio'
}

/** True when the server takes files of this content. */
export function isTaken(type: string): boolean {
  return mediaTypeOf(type) !== null
}

function match(table: [RegExp, string][], text: string): string | undefined {
  return table.find(([signature]) => signature.test(text))?.[1]
}
