const MOST = 40

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

export function previewOf(fileId: string): string | null {
  return previews.get(fileId) ?? null
}
