type Shape = { width: number | null; height: number | null }

/** CSS pixels. */
const LARGEST = { width: 320, height: 240 }
const SMALLEST = 64

/** The room of a thumbnail: the shape of the photo within bounds, known before it loads. */
export function photoFrameOf({ width, height }: Shape): { inlineSize: number; aspectRatio: string } {
  const shape = width && height ? { width, height } : LARGEST
  const scale = Math.min(LARGEST.width / shape.width, LARGEST.height / shape.height, 1)
  const inlineSize = Math.max(SMALLEST, Math.round(shape.width * scale))
  return { inlineSize, aspectRatio: `${inlineSize} / ${Math.max(SMALLEST, Math.round(shape.height * scale))}` }
}
