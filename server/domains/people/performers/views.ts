import type { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import type { CreatorCounts } from '@vesper/sync/vesper/records/creator-details.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type * as v from 'valibot'
import { coverUrl } from '../../../infra/files/views.ts'
import type { User } from '../accounts/entity.ts'
import { participantView, profileView } from '../accounts/views.ts'
import type { Performer } from './entity.ts'
import { offerOf } from './offer.ts'

/** A creator as anyone may see one: nothing of the review but whether it was passed, no email, no phone, no date of birth. */
export function performerView(
  user: User,
  performer: Performer,
  shown: { counts: CreatorCounts } & Pick<Creator, 'welcomeVideo' | 'pauses'>,
): Creator {
  return {
    ...participantView(user),
    username: user.username ?? user.id,
    bio: user.bio,
    cover: coverUrl(user.coverFileId),
    country: performer.country,
    verified: performer.verification === 'approved',
    createdAt: user.createdAt.toISOString(),
    ...pageView(performer),
    ...shown,
  }
}

/** The part of a creator's own profile that tells of the review. */
export function reviewView({
  verification,
  rejectionReason,
}: Performer): Pick<Profile, 'verification' | 'rejectionReason'> {
  return { verification, rejectionReason: rejectionReason ?? null }
}

/** The fields of the page that its creator edits, beside those of the account. */
function pageView(performer: Performer) {
  return {
    state: performer.state ?? null,
    city: performer.city ?? null,
    languages: performer.languages,
    categories: performer.categories,
    gender: performer.gender ?? null,
    ageRange: performer.ageRange ?? null,
    bodyType: performer.bodyType ?? null,
    ethnicity: performer.ethnicity ?? null,
    hair: performer.hair ?? null,
    eyes: performer.eyes ?? null,
    orientation: performer.orientation ?? null,
    subscription: offerOf(performer),
    sellerKind: performer.sellerKind ?? null,
  }
}

/** A creator's account as it sees itself. */
export function ownPerformerView(
  user: User,
  performer: Performer,
  video: Pick<v.InferOutput<typeof OwnPerformer>, 'welcomeVideo' | 'welcomeVideoFile'>,
): v.InferOutput<typeof OwnPerformer> {
  const { country, dateOfBirth, blockedCountries } = performer
  return {
    ...profileView(user),
    ...reviewView(performer),
    ...pageView(performer),
    ...video,
    country,
    dateOfBirth,
    blockedCountries,
  }
}
