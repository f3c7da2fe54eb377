import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { placeAfter, placeOf } from '@vesper/sync/vesper/records/place.ts'
import type { SellerKind } from '@vesper/sync/vesper/records/seller-kind.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { internationalPhone } from '../../site/reference/international-phone.ts'
import { registerAccount, updateProfile } from '../accounts/commands.ts'
import type { NewAccount } from '../accounts/commands.ts'
import type { User } from '../accounts/entity.ts'
import { editedFields } from '../accounts/profile/edited-fields.ts'
import { noSuchCreator } from '../accounts/queries.ts'
import { refuseUnlistedLanguage, refuseUnlistedPlace } from '../accounts/refuse-unlisted.ts'
import { ADULT_YEARS, ageInYears } from './age.ts'
import { recordDocuments } from './documents/documents.ts'
import type { IdentityDocument } from './documents/documents.ts'
import { Performer } from './entity.ts'

export type NewPerformer = Omit<NewAccount, 'isPerformer' | 'email'> & {
  email: string
  country: string
  dateOfBirth: string
  documents: readonly IdentityDocument[]
}

/** Creates a creator's account, to be reviewed. Refuses minors, an unknown country, and what `registerAccount` refuses. */
export async function registerPerformer(
  tx: Tx,
  { country, dateOfBirth, documents, ...account }: NewPerformer,
): Promise<{ user: User; performer: Performer }> {
  requireAdult(dateOfBirth, tx.now)
  await refuseUnlistedPlace({ country, state: null, city: null })
  const user = await registerAccount(tx, { ...account, isPerformer: true })
  const performer = tx.em.create(Performer, {
    userId: user.id,
    country,
    dateOfBirth,
    createdAt: tx.now,
    updatedAt: tx.now,
  })
  recordDocuments(tx, user.id, documents)
  await tx.em.flush()
  return { user, performer }
}

/**
 * Writes the fields that the creator edited and leaves the rest as the server has it; a field that equals what the device
 * showed before (`base`) was not edited. Refuses an account without a page, a place and a language that the reference lists do
 * not have, and what `updateProfile` refuses.
 */
export async function updatePerformer(
  tx: Tx,
  { changes, base }: ArgsOf<'performer.update'>,
): Promise<{ user: User; performer: Performer }> {
  const { userId } = requireActor(tx)
  const performer = await tx.em.findOne(Performer, { userId })
  if (!performer) throw noSuchCreator()
  const { country: _country, state: _state, city: _city, ...others } = editedFields(changes, base)
  const { name, username, bio, phone, ...page } = others
  const place = placeAfter(placeOf(performer), changes, base)
  for (const language of page.languages ?? []) refuseUnlistedLanguage(language, 'languages')
  if (Object.keys(place).length > 0) {
    const { city, ...next } = { ...placeOf(performer), ...place }
    // A creator may tell the city alone.
    await refuseUnlistedPlace({ ...next, city: next.state === null ? null : city })
  }
  tx.em.assign(performer, { ...page, ...place })
  const changed = { name, username, bio, phone: phone && internationalPhone(phone, place.country ?? performer.country) }
  const user = await updateProfile(tx, { changes: changed, base: {} })
  return { user, performer }
}

/** Writes how the creator sells. A line that goes into a cart right now waits, and then shows it. */
export async function setSellerKind(tx: Tx, kind: SellerKind): Promise<void> {
  const { userId } = requireActor(tx)
  await tx.em.execute('select 1 from "user" where id = ? for update', [userId])
  const performer = await tx.em.findOne(Performer, { userId })
  if (!performer) throw noSuchCreator()
  performer.sellerKind = kind
}

function requireAdult(dateOfBirth: string, now: Date): void {
  const age = ageInYears(dateOfBirth, now)
  if (age >= ADULT_YEARS && age <= 120) return
  const message = age < ADULT_YEARS && age >= 0 ? 'Creators are at least 18 years old.' : 'Enter your date of birth.'
  throw new Refusal('invalid', message, [{ path: 'dateOfBirth', message }])
}
