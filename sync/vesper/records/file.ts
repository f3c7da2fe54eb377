import * as v from 'valibot'

/** A file as a viewer sees it. `url`s are signed for that viewer and expire; the service worker caches without the signature. */
export const FileRecord = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  type: v.picklist(['photo', 'video']),
  status: v.picklist(['processing', 'ready', 'failed']),
  mimeType: v.string(),
  /** Bytes of the stored original. */
  size: v.number(),
  /** Pixels; null while unknown (a video is not probed yet). */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  url: v.string(),
  thumbnailUrl: v.nullable(v.string()),
  /** Base64 thumbhash, shown until the picture is there. */
  placeholder: v.nullable(v.string()),
})

export type FileRecord = v.InferOutput<typeof FileRecord>
