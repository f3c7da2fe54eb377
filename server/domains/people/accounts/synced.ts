import { spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Changes, Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { User } from './entity.ts'
import { readOwnProfile } from './profile/own-profile.ts'

/** The viewer's own profile. */
export const profiles: SyncedCollection<'profiles'> = {
  name: 'profiles',
  // The country of the account decides whose channels it has.
  decidesSpaces: true,
  window: async (reading, spaces) =>
    spaces.includes(spaceOfUser(reading.viewerId)) ? [await ownProfile(reading)] : [],
  byIds: async (reading, ids) => (ids.includes(reading.viewerId) ? [await ownProfile(reading)] : []),
}

async function ownProfile({ app, em, viewerId }: Reading): Promise<SyncedRow> {
  const user = await em.findOneOrFail(User, { id: viewerId })
  return { space: spaceOfUser(viewerId), collection: 'profiles', value: await readOwnProfile(app, em, user) }
}

/** No view shows these. */
const HIDDEN: ReadonlySet<string> = new Set(['passwordHash', 'updatedAt'])
/** A creator's address, once confirmed, opens the account. */
const DECIDES_FOR_CREATORS = 'emailVerifiedAt'
const SHOWN_TO_OTHERS = ['name', 'username', 'avatarFileId', 'status', 'isPerformer']
const SHOWN_TO_FOLLOWERS = [...SHOWN_TO_OTHERS, 'bio', 'coverFileId']

/** The own profile; the rows of others that show the account; of a creator, the card in the channel. */
export const recordUser: Recorder<User> = (changes, change) => {
  const { id, isPerformer } = change.entity
  const isShown = Object.keys(change.payload).some((field) => !HIDDEN.has(field))
  if (isShown) changes.add({ space: spaceOfUser(id), collection: 'profiles', id }, change)
  const opens = isPerformer && DECIDES_FOR_CREATORS in change.payload
  if (opens || SHOWN_TO_OTHERS.some((field) => field in change.payload)) changes.show(User, id)
  if (opens || (isPerformer && SHOWN_TO_FOLLOWERS.some((field) => field in change.payload))) addCard(changes, id)
}

/** Notes a creator's card: one row, however many follow. */
export function addCard(changes: Changes, id: string): void {
  changes.add({ space: spaceOfPerformer(id), collection: 'creators', id })
}
