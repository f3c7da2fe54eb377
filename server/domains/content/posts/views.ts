import { countFiles, unreadyOf } from '@vesper/sync/vesper/records/file.ts'
import { noContent, tombstoneOf } from '@vesper/sync/vesper/records/post.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import type { App } from '../../../app.ts'
import { accessOf, isOpenToEverybody } from '../../../content/access.ts'
import type { Viewer } from '../../../content/access.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { fileView } from '../../../infra/files/views.ts'
import type { Post } from './entity.ts'
import type { PostRelations } from './load-post-relations.ts'
import { isPollClosed } from './poll.ts'
import { previewOf } from './preview.ts'

/**
 * A post as one viewer may see it. A locked post shows the beginning of its text, and neither files nor poll. A hidden
 * post is a tombstone, or null when it never had a place in the feed.
 */
export function postView(
  app: Pick<App, 'secret' | 'clock'>,
  { post, viewer, held, totals, counts }: PostRelations,
): PostRecord | null {
  const shown = bareView(post)
  const access = accessOf(viewer, post)
  if (access === 'hidden') return post.seq == null ? null : tombstoneOf(shown)
  const { file: files = [] } = held
  const { likes, comments, views } = totals
  // A link is signed for its viewer, unless everybody may follow it: then one link serves all, and caches in between.
  const previewFor = isTold(post, viewer) ? null : viewer.userId
  const counted: PostRecord = {
    ...{ ...shown, fileCount: files.length, likes, comments, views },
    thumbnail: previewView(app, held.thumbnail, previewFor),
    teaser: previewView(app, held.teaser, previewFor),
  }
  if (access === 'locked') {
    const unready = post.access === 'paid' ? unreadyOf(files) : null
    const locked = { ...counted, isLocked: true, text: previewOf(post.text), cover: coverOf(files) }
    return { ...locked, fileCounts: countFiles(files), ...(unready && { unready }) }
  }
  const readable: PostRecord = {
    ...{ ...counted, text: post.text, poll: post.poll ?? null, voters: counts?.voters ?? 0 },
    votes: mayCount({ post, viewer, counts }, app.clock()) ? votesOf(post, counts) : null,
  }
  const linkFor = isOpenToEverybody(post, viewer) ? null : viewer.userId
  return { ...readable, files: files.map((file) => fileView(app, file, linkFor)) }
}

/** The part of a post that all its viewers see. */
function bareView(post: Post): PostRecord {
  return {
    _id: post.id,
    performerId: post.performerId,
    seq: post.seq ?? 0,
    status: post.status,
    access: post.access,
    price: post.price,
    isLocked: false,
    ...noContent,
    tags: post.tags,
    isPinned: post.isPinned,
    scheduledAt: post.scheduledAt?.toISOString() ?? null,
    expiresAt: post.expiresAt?.toISOString() ?? null,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
  }
}

/** Tells if a visitor without an account learns of the post, locked or not. */
function isTold({ status }: Post, { isAuthorOpen }: Viewer): boolean {
  return status === 'published' && isAuthorOpen
}

/** The thumbnail or the teaser; others than the author see it when it is ready. */
function previewView(
  app: Pick<App, 'secret' | 'clock'>,
  [file]: readonly FileRow[] = [],
  viewerId: string | null,
): PostRecord['thumbnail'] {
  return file && (file.status === 'ready' || viewerId !== null) ? fileView(app, file, viewerId) : null
}

/** Counts would lead those who have yet to vote. */
function mayCount({ post, viewer, counts }: Pick<PostRelations, 'post' | 'viewer' | 'counts'>, now: Date): boolean {
  if (!post.poll) return false
  return viewer.userId === post.performerId || counts?.hasVoted === true || isPollClosed(post.poll, now)
}

function votesOf({ poll }: Post, counts: PostRelations['counts']): number[] {
  return (poll?.options ?? []).map((_, option) => counts?.votes[option] ?? 0)
}

/** The shape of the first picture; sounds have none. */
function coverOf(files: readonly FileRow[]): PostRecord['cover'] {
  const first = files.find(({ type }) => type === 'photo' || type === 'video')
  if (!first) return null
  return { width: first.width ?? 1, height: first.height ?? 1, placeholder: first.placeholder ?? null }
}
