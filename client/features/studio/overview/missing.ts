import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'

/** A step before a page is ready for others. */
export type Missing = 'picture' | 'cover' | 'text' | 'categories' | 'post'

type Given = {
  user: Pick<Profile, 'avatar' | 'cover' | 'bio'>
  creator: Pick<Creator, 'categories'>
  /** One at least is published. */
  hasPost: boolean
}

/** The steps that are left, in the order in which they stand on the page. */
export function missingOf({ user, creator, hasPost }: Given): Missing[] {
  const isDone: Record<Missing, boolean> = {
    picture: user.avatar !== null,
    cover: user.cover !== null,
    text: isVisible(user.bio),
    categories: (creator.categories ?? []).length > 0,
    post: hasPost,
  }
  return (Object.keys(isDone) as Missing[]).filter((one) => !isDone[one])
}
