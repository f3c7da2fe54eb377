import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Part } from '../../core/api/use-cached-query.ts'

/** Where the server tells of a creator, by id or username. */
export function creatorApiPath(profileId: string): string {
  return `/performers/${encodeURIComponent(profileId)}`
}

/** Creators of a list, as the answers that their pages ask for. */
export function asPages({ data }: { data: Creator[] }): Part[] {
  return data.flatMap((answer) => [answer._id, answer.username].map((id) => ({ path: creatorApiPath(id), answer })))
}
