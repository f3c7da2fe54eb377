type Props = {
  url: string
  isVideo: boolean
  /** Of a photo. */
  alt: string
}

/** A file that this device is about to send, filling its frame. */
export function LocalPreview({ url, isVideo, alt }: Props) {
  const fill = 'absolute inset-0 size-full object-cover'
  return isVideo ? (
    <video src={url} preload="metadata" muted playsInline className={fill} />
  ) : (
    <img src={url} alt={alt} className={fill} />
  )
}
