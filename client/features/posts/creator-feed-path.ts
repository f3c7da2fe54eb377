/** The first page of a creator's posts, from the server; it is kept on the device under this path and size. */
export function creatorFeedPath(creatorId: string): string {
  return `/user/feeds/search/${creatorId}`
}

export const PAGE_SIZE = 20
