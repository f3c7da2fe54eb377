type Props = {
  url: string
  isVideo: boolean
  /** The description of a photo. */
  alt: string
}

/** A file that this device is about to send, filling its frame. */
export function LocalPreview({ url, isVideo, alt }: Props) {
  const shown = { src: url, className: 'absolute inset-0 size-full object-cover' }
  return isVideo ? <video {...shown} preload="metadata" muted playsInline /> : <img {...shown} alt={alt} />
}
