/** The names of all rooms of streams begin so. */
export const STREAM_ROOMS = 'st:'

/** The sockets that watch a stream. */
export function streamRoom(streamId: string): string {
  return `${STREAM_ROOMS}${streamId}`
}

/** The sockets of one account that watch a stream. */
export function viewerRoom(streamId: string, userId: string): string {
  return `${streamRoom(streamId)}/${userId}`
}

/** The stream and the account of a room of one viewer; none for the room of all viewers. */
export function viewersIn(room: string): { streamId: string; userId: string }[] {
  const [streamId = '', userId] = room.slice(STREAM_ROOMS.length).split('/')
  return userId === undefined ? [] : [{ streamId, userId }]
}
