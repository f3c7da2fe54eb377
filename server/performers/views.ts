import type { OwnPerformer, PerformerView } from '@vesper/sync/api/performers.ts'
import type * as v from 'valibot'
import type { User } from '../accounts/entity.ts'
import { profileView, userView } from '../accounts/views.ts'
import { coverUrl } from '../files/views.ts'
import type { Performer } from './entity.ts'

/** A creator as anyone may see one: nothing of the review but whether it was passed, no email, no date of birth. */
export function performerView(user: User, performer: Performer): PerformerView {
  return {
    ...userView(user),
    username: user.username ?? user.id,
    cover: coverUrl(user.coverFileId),
    country: performer.country,
    verified: performer.verification === 'approved',
  }
}

/** A creator's account as it sees itself. */
export function ownPerformerView(user: User, performer: Performer): v.InferOutput<typeof OwnPerformer> {
  return { ...profileView(user, performer), country: performer.country, dateOfBirth: performer.dateOfBirth }
}
