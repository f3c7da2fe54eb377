import type { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type * as v from 'valibot'
import type { User } from '../accounts/entity.ts'
import { participantView, profileView } from '../accounts/views.ts'
import { coverUrl } from '../../infra/files/views.ts'
import type { Performer } from './entity.ts'

/** A creator as anyone may see one: nothing of the review but whether it was passed, no email, no date of birth. */
export function performerView(user: User, performer: Performer): Creator {
  return {
    ...participantView(user),
    username: user.username ?? user.id,
    bio: user.bio,
    cover: coverUrl(user.coverFileId),
    country: performer.country,
    verified: performer.verification === 'approved',
    createdAt: user.createdAt.toISOString(),
  }
}

/** A creator's account as it sees itself. */
export function ownPerformerView(user: User, performer: Performer): v.InferOutput<typeof OwnPerformer> {
  return { ...profileView(user, performer), country: performer.country, dateOfBirth: performer.dateOfBirth }
}
