import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'

/** The page of a stream, which a payment leads back to. */
export function streamPath({ performer }: Pick<Stream, 'performer'>): string {
  return `/live/${performer.username ?? performer._id}`
}
