/** The sockets that watch a stream. */
export function streamRoom(streamId: string): string {
  return `st:${streamId}`
}

/** The sockets of one account that watch a stream. */
export function viewerRoom(streamId: string, userId: string): string {
  return `${streamRoom(streamId)}/${userId}`
}
