import type { Access } from '../infra/things/thing.ts'

/** The relation of one viewer to one thing. `userId` is null for a visitor without an account. */
export type Viewer = {
  userId: string | null
  follows: boolean
  isMember: boolean
  /** The viewer holds an entitlement to this very thing. */
  isEntitled: boolean
  /** The author is open to others; see `isOpenToOthers`. */
  isAuthorOpen: boolean
  /** The author blocks the viewer, or the country of the viewer. */
  isBlocked: boolean
}

/** The fields of a published thing that decide about access to it. */
export type Item = {
  performerId: string
  /** A post is published, an asset is active: both are shown to others. */
  status: 'draft' | 'processing' | 'scheduled' | 'published' | 'active' | 'archived' | 'hidden' | 'removed'
  access: 'public' | 'followers' | 'subscribers' | 'paid'
}

/**
 * Decides what a viewer sees of a thing, on every surface: REST, sync, live events and media. The first rule that fits
 * decides. So an owned thing stays open whatever its author does. A removed one is gone for everybody, and one that staff
 * hide for all but its author.
 */
export function accessOf(viewer: Viewer, item: Item): Access {
  if (item.status === 'removed') return 'hidden'
  if (viewer.userId === item.performerId) return 'open'
  if (item.status === 'hidden') return 'hidden'
  if (viewer.isEntitled) return 'open'
  if (!viewer.isAuthorOpen || viewer.isBlocked) return 'hidden'
  if (item.status !== 'published' && item.status !== 'active') return 'hidden'
  switch (item.access) {
    case 'public':
      return 'open'
    case 'followers':
      return viewer.follows || viewer.isMember ? 'open' : 'locked'
    case 'subscribers':
      return viewer.isMember ? 'open' : 'locked'
    case 'paid':
      return 'locked'
  }
}

/** Tells if a visitor without an account sees the whole thing. */
export function isOpenToEverybody(item: Item, { isAuthorOpen }: Pick<Viewer, 'isAuthorOpen'>): boolean {
  return accessOf({ ...visitor, isAuthorOpen }, item) === 'open'
}

const visitor = { userId: null, follows: false, isMember: false, isEntitled: false, isBlocked: false } as const
