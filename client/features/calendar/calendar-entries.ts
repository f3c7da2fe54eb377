import type { CalendarMessage, CalendarPost } from '@vesper/sync/vesper/api/calendar.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'

/** Something of a creator with a moment, and the page that changes it. */
export type CalendarEntry = {
  /** Tells apart the moments of one thing. */
  _id: string
  kind: 'scheduled' | 'published' | 'ends' | 'draft' | 'message'
  /** ISO 8601. */
  at: string
  /** The beginning of its text; empty where it has none. */
  text: string
  /** Its editor: a post's, a draft's, or that of a message to many. */
  of: { type: 'post' | 'draft' | 'broadcast'; id: string }
}

type Rows = {
  posts: readonly CalendarPost[]
  drafts: readonly PostDraft[]
  messages?: readonly CalendarMessage[]
}

/** The moments of one's own posts, drafts and messages to many, in order of time. */
export function calendarEntries({ posts, drafts, messages = [] }: Rows): CalendarEntry[] {
  const waiting = new Set(drafts.map(({ _id }) => _id))
  const ofPosts = posts.filter(({ _id }) => !waiting.has(_id)).flatMap(entriesOfPost)
  return [...ofPosts, ...drafts.flatMap(entriesOfDraft), ...messages.flatMap(entriesOfMessage)].toSorted((a, b) =>
    a.at < b.at ? -1 : 1,
  )
}

function entriesOfPost({ _id: id, status, text, scheduledAt, publishedAt, expiresAt }: CalendarPost): CalendarEntry[] {
  const entry = (kind: CalendarEntry['kind'], at: string | null | undefined): CalendarEntry[] =>
    at == null ? [] : [{ _id: `${kind} ${id}`, kind, at, text, of: { type: 'post', id } }]
  switch (status) {
    case 'scheduled':
    case 'processing':
      return [...entry('scheduled', scheduledAt), ...entry('ends', expiresAt)]
    case 'published':
      return [...entry('published', publishedAt), ...entry('ends', expiresAt)]
    case 'archived':
      return entry('published', publishedAt)
    case 'hidden':
    case 'removed':
      return []
  }
}

/** A draft that waits to be published stands as what it becomes. */
function entriesOfDraft({ _id: id, text, scheduledAt, expiresAt, isPublishing }: PostDraft): CalendarEntry[] {
  const entry = (kind: CalendarEntry['kind'], at: string | null | undefined): CalendarEntry[] =>
    at == null ? [] : [{ _id: `${kind} ${id}`, kind, at, text, of: { type: 'draft', id } }]
  return [
    ...entry(isPublishing ? 'scheduled' : 'draft', scheduledAt),
    ...(isPublishing ? entry('ends', expiresAt) : []),
  ]
}

function entriesOfMessage({ _id: id, text, state, sendAt, goesAt }: CalendarMessage): CalendarEntry[] {
  const at = state === 'draft' ? sendAt : goesAt
  if (at === null || state === 'unsent') return []
  return [
    { _id: `message ${id}`, kind: state === 'draft' ? 'draft' : 'message', at, text, of: { type: 'broadcast', id } },
  ]
}
