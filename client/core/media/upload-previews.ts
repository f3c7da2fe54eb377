const MOST = 40

/** Pixels, null where this device cannot tell. */
export type Shape = { width: number | null; height: number | null }

const shapes = new Map<string, Shape>()

// Object URLs live as long as the page: the oldest are given back, so that a day of sending photos does not fill the memory.
const previews = new Map<string, string>()

/** Keeps the picture of a file that this device is about to send, so that it stays on screen until the server's is there. */
export function keepPreview(fileId: string, bytes: Blob): string {
  const known = previews.get(fileId)
  if (known) return known
  const url = URL.createObjectURL(bytes)
  previews.set(fileId, url)
  for (const [oldest, oldestUrl] of previews) {
    if (previews.size <= MOST) break
    previews.delete(oldest)
    URL.revokeObjectURL(oldestUrl)
  }
  return url
}

/** Keeps how wide and high a file is, so that its message stands from its first frame on as it stays. */
export function keepShape(fileId: string, { width, height }: Shape): void {
  shapes.set(fileId, { width, height })
}

export function shapeOf(fileId: string): Shape | undefined {
  return shapes.get(fileId)
}

export function uploadPreviewOf(fileId: string): string | null {
  return previews.get(fileId) ?? null
}
