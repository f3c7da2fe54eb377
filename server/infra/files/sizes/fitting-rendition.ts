import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'
import type { App } from '../../../app.ts'
import type { File } from '../entity.ts'
import { edges } from '../uploads/purposes.ts'
import { baseOf, sizesFor } from './picture-sizes.ts'
import type { PictureSize } from './picture-sizes.ts'

/** A rendition of a picture that was asked for, and how wide it is needed; `accept` is the header of the request. */
type Asked<Name> = { rendition: Name; width: PictureWidth | null; accept: string | undefined }

/**
 * The stored form that answers for a picture of this width: the smallest copy that is wide enough, else the rendition itself.
 * Every copy shows no more than the rendition, so that the right to one is the right to the other.
 */
export async function fittingRendition<Name extends string>(
  { storage }: Pick<App, 'storage'>,
  file: File,
  { rendition, width, accept = '' }: Asked<Name>,
): Promise<Name | PictureSize> {
  const base = baseOf(file)
  const isOfBase = rendition === base || (rendition === 'thumbnail' && (base === 'original' || base === 'poster'))
  if (width === null || base === null || !isOfBase) return rendition
  const isAvifTaken = accept.includes('image/avif')
  for (const name of sizesFor(file, { base, width, isAvifTaken })) {
    if (rendition === 'thumbnail' && Number.parseInt(name.slice(1), 10) >= edges.thumbnail) break
    if (await storage.open(file.id, name)) return name
  }
  return rendition
}
