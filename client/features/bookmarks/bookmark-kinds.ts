/** The kinds of bookmarks, in the order of their tabs. Apart from the page, so that its address is read without it. */
export const bookmarkKinds = ['posts', 'galleries', 'videos', 'products', 'creators'] as const

export type BookmarkKind = (typeof bookmarkKinds)[number]
