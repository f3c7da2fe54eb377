import * as v from 'valibot'

/** First path segments of the app's pages. */
export const PAGE_SEGMENTS = wordsOf(`
    addresses auth bookmarks cards cart checkout contact creator desk device explore following galleries help home join live messages
    notifications orders outbox pages posts privacy products purchases report search share show subscriptions terms user videos wallet
`)

/** Files and calls of the server, pages that other sites have there, and names that may become pages. */
const OTHER_RESERVED = wordsOf(`
    about account admin security api assets flags followers index.html login logout mailbox manifest.webmanifest media
    robots.txt settings socket.io studio sw.js system users vesper www health ready icons screenshots me support
    decisions release reports security shop staff payments payouts streams tags top
`)

/** `/{username}` is a profile's address, so that no name of a page can be a username. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([...PAGE_SEGMENTS, ...OTHER_RESERVED])

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** How the address of one of the app's files ends: nobody takes such a name, since not every visitor would see its page. */
export const FILE_ENDING = /\.(?:html|js|css|json|webmanifest|txt|svg|png|jpg|webp|avif|ico|woff2|wasm|map|xml)$/i

export const USERNAME_RESERVED = 'This username is reserved.'

export const Username = v.pipe(
  v.string('Choose a username.'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(3, 'A username has at least 3 characters.'),
  v.maxLength(30, 'A username has at most 30 characters.'),
  v.regex(/^[a-z0-9_.]+$/, 'A username has only letters a to z, digits, dots and underscores.'),
  v.regex(/^[a-z0-9_].*[a-z0-9_]$/, 'A username neither begins nor ends with a dot.'),
  v.check((name) => !RESERVED_USERNAMES.has(name), USERNAME_RESERVED),
)

/** A username to be chosen. The account with the name `present` may keep it, however it ends. */
export function newUsername(present?: string) {
  return v.pipe(
    Username,
    v.check((name) => name === present || !FILE_ENDING.test(name), USERNAME_RESERVED),
  )
}
