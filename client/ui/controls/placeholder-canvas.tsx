import { useEffect, useRef } from 'react'
import type { thumbHashToRGBA } from 'thumbhash'

/**
 * The blurred likeness of a picture that does not come, from its base64 thumbhash: `Placeholder` stands for those that do.
 * Drawn on a canvas, since a `data:` picture would need a weaker content security policy.
 */
export function PlaceholderCanvas({ hash, className }: { hash: string; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isWanted = true
    // Loaded with the first picture. Where it does not load there is no likeness, as without a hash.
    import('thumbhash').then(
      // One at a time, when nothing else is to be done.
      ({ thumbHashToRGBA }) => whenIdle(() => isWanted && draw(canvas.current, imageOf(hash, thumbHashToRGBA))),
      () => {},
    )
    return () => void (isWanted = false)
  }, [hash])
  return <canvas ref={canvas} width={1} height={1} aria-hidden="true" className={className} />
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 1_000 })
  else setTimeout(work)
}

function draw(canvas: HTMLCanvasElement | null, image: ImageData | null): void {
  const context = canvas?.getContext('2d')
  if (!context || !image) return
  context.canvas.width = image.width
  context.canvas.height = image.height
  context.putImageData(image, 0, 0)
}

function imageOf(hash: string, toRgba: typeof thumbHashToRGBA): ImageData | null {
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))
    const { w, h, rgba } = toRgba(bytes)
    return new ImageData(new Uint8ClampedArray(rgba), w, h)
  } catch {
    // A likeness that cannot be read is no likeness; the picture itself follows.
    return null
  }
}
