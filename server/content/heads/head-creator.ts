import type { HeadPicture, Stranger } from '../../infra/heads/public-page.ts'
import type { Viewer } from '../access.ts'
import { notBlocked, openTo } from '../blocks.ts'
import type { Condition } from '../blocks.ts'
import { openToOthers } from '../open-to-others.ts'

/** A creator as heads of pages tell of one. `monthlyPrice` is in cents of the currency; null where it is not sold. */
export type HeadCreator = {
  creatorId: string
  creatorName: string
  creatorUsername: string | null
  avatarFileId: string | null
  coverFileId: string | null
  monthlyPrice: number | null
  isAuthorOpen: boolean
  isBlocked: boolean
}

/** SQL: the columns of a `HeadCreator`, of the account `u` and its row `pf`. */
export function creatorColumns(stranger: Stranger): Condition {
  const { sql, params } = notBlocked(stranger, 'u.id')
  return {
    sql: `u.id as "creatorId", u.name as "creatorName", u.username as "creatorUsername",
      u.avatar_file_id as "avatarFileId", u.cover_file_id as "coverFileId", pf.monthly_price as "monthlyPrice",
      ${openToOthers('u')} as "isAuthorOpen", not ${sql} as "isBlocked"`,
    params,
  }
}

/** SQL behind `from`: joins the creator whose id the expression `id` gives, as `u` and `pf`. */
export function joinCreator(id: string): string {
  return `join "user" u on u.id = ${id} and u.is_performer join performer pf on pf.user_id = u.id`
}

/** SQL: a stranger from this country finds the creator `u`. */
export function openToStranger(stranger: Stranger): Condition {
  return openTo(stranger, 'u')
}

/** The relation of strangers to what a creator made. */
export function strangerTo({ isAuthorOpen, isBlocked }: Pick<HeadCreator, 'isAuthorOpen' | 'isBlocked'>): Viewer {
  return { userId: null, follows: false, isMember: false, isEntitled: false, isAuthorOpen, isBlocked }
}

/** A picture of the creator, for what has none of its own that strangers may see. */
export function portraitOf({ coverFileId, avatarFileId }: HeadCreator): HeadPicture | null {
  if (coverFileId !== null) return { fileId: coverFileId, rendition: 'cover' }
  return avatarFileId === null ? null : { fileId: avatarFileId, rendition: 'avatar' }
}

/** The path of the page of a creator. */
export function pathOf({ creatorUsername, creatorId }: Pick<HeadCreator, 'creatorUsername' | 'creatorId'>): string {
  return `/${creatorUsername ?? creatorId}`
}
