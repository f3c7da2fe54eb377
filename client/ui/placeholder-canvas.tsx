import { useLayoutEffect, useRef } from 'react'
import { thumbHashToRGBA } from 'thumbhash'

/**
 * The blurred likeness of a picture that is not there yet, from its base64 thumbhash. Drawn on a canvas, since a
 * `data:` picture would need a weaker content security policy.
 */
export function PlaceholderCanvas({ hash, className }: { hash: string; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    const image = decode(hash)
    if (!context || !image) return
    context.canvas.width = image.width
    context.canvas.height = image.height
    context.putImageData(image, 0, 0)
  }, [hash])
  return <canvas ref={canvas} width={1} height={1} aria-hidden="true" className={className} />
}

function decode(hash: string): ImageData | null {
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))
    const { w, h, rgba } = thumbHashToRGBA(bytes)
    return new ImageData(new Uint8ClampedArray(rgba), w, h)
  } catch {
    // A likeness that cannot be read is no likeness; the picture itself follows.
    return null
  }
}
