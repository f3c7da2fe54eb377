import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { ArrowLeft, MoonStar, Pencil } from 'lucide-react'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { usePageChanges } from '../../core/live/use-page-changes.ts'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { beginningOf, usePageName } from '../../core/page/page-name.ts'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { useGrantKey, useReadWhenGranted } from '../../entities/content/use-grant-key.ts'
import { useReadUntilPrepared } from '../../entities/content/use-read-until-prepared.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { PostCard } from './post-card.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import type { Author } from './use-feed.ts'
import { useFreshCounts } from './use-fresh-counts.ts'

type Comments = (post: Pick<Post, '_id' | 'performerId' | 'comments'>) => ReactNode

type Props = {
  postId: string
  isVisitor: boolean
  viewerId: string | null
  /** Stand below a post that is open to the viewer. */
  comments: Comments
}

/** One post, whole: from this device where it holds it, else from the server. */
export function PostPage({ postId, isVisitor, viewerId, comments }: Props) {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Post`} leading={<Back />} />
      <div className="safe-x pt-2 pb-10">
        {isVisitor ? (
          <RemotePost postId={postId} comments={comments} />
        ) : (
          <WithSync fallback={<PostsSkeleton cards={1} />}>
            <HeldPost postId={postId} viewerId={viewerId} comments={comments} />
          </WithSync>
        )}
      </div>
    </main>
  )
}

/** An installed app has no other way back. */
function Back() {
  const { t } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <button
      type="button"
      aria-label={t`Back`}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }))}
      className="-ms-2 grid size-target shrink-0 place-items-center rounded-full text-accent-ink hover:bg-raised"
    >
      <ArrowLeft className="mirrored size-5.5" aria-hidden="true" />
    </button>
  )
}

/**
 * One element for both sources: a post that reaches the device while it is shown from the server keeps what is open or
 * typed in it.
 */
function HeldPost({ postId, viewerId, comments }: Omit<Props, 'isVisitor'>) {
  const { db } = useSync()
  const held = useLiveQuery(async () => {
    const post = (await db.posts.get(postId)) ?? null
    return { post, author: post && ((await db.creators.get(post.performerId)) ?? null) }
  }, [db, postId])
  const grantKey = useGrantKey()
  const remote = useRemotePost(postId, held !== undefined && held.post === null)
  useReadWhenGranted(grantKey, remote.reload)
  if (!held || grantKey === undefined) return <PostsSkeleton cards={1} />
  if (held.post?.status === 'removed') return <NoPost />
  const { post, author } = held.post ? held : { post: remote.post, author: remote.post?.performer ?? null }
  if (!post) return <NotLoaded {...remote} />
  return (
    <ShownPost
      post={post}
      author={author}
      isOwn={held.post !== null && post.performerId === viewerId}
      comments={comments}
      counts={held.post && <FreshCounts postId={post._id} />}
    />
  )
}

function FreshCounts({ postId }: { postId: string }) {
  useFreshCounts(postId)
  return null
}

function RemotePost({ postId, comments }: Pick<Props, 'postId' | 'comments'>) {
  const remote = useRemotePost(postId, true)
  if (!remote.post) return <NotLoaded {...remote} />
  return <ShownPost post={remote.post} author={remote.post.performer} comments={comments} />
}

function useRemotePost(postId: string, isAsked: boolean) {
  const path = `/user/feeds/${encodeURIComponent(postId)}`
  const { data, error, isLoading, mutate } = useKeptAnswer(path, FeedPost, { isAsked })
  const reload = useCallback(() => void (isAsked && mutate()), [isAsked, mutate])
  useReadUntilPrepared(data ? [data] : [], mutate)
  usePageChanges(isAsked ? postId : undefined, reload)
  usePageChanges(data?.performerId, reload)
  return { post: data, error, isLoading, reload }
}

type NotLoadedProps = Pick<ReturnType<typeof useRemotePost>, 'error' | 'isLoading' | 'reload'>

function NotLoaded({ error, isLoading, reload }: NotLoadedProps) {
  const { t } = useLingui()
  if (isLoading || error === undefined) return <PostsSkeleton cards={1} />
  if (error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'invalid')) return <NoPost />
  return <ErrorState title={t`This post could not be loaded`} message={errorMessage(error)} onRetry={reload} />
}

type ShownPostProps = Pick<Props, 'comments'> & {
  post: Post
  author: Author | null
  isOwn?: boolean
  counts?: ReactNode
}

function ShownPost({ post, author, isOwn = false, comments, counts = null }: ShownPostProps) {
  return (
    <div className="grid gap-4">
      <NamedPost post={post} author={author} />
      {counts}
      {isOwn && (
        <Link
          to="/creator/studio/posts/$postId"
          params={{ postId: post._id }}
          className={buttonClass('secondary', 'justify-self-start')}
        >
          <Pencil className="size-4.5" aria-hidden="true" />
          <Trans>Edit the post</Trans>
        </Link>
      )}
      {takesComments(post) && comments(post)}
    </div>
  )
}

function takesComments(post: Post): boolean {
  return post.status === 'published' && isConfirmed(post) && !post.isLocked
}

function NamedPost({ post, author }: { post: Post; author: Author | null }) {
  const { t } = useLingui()
  const beginning = beginningOf(post.text)
  const by = author && (beginning ? `${author.name}: ${beginning}` : t`Post by ${author.name}`)
  usePageName(by ?? beginning)
  return <PostCard post={post} author={author} now={new Date()} isWhole />
}

function NoPost() {
  const { t } = useLingui()
  return (
    <MissingPage icon={<MoonStar />} title={t`There is no such post`}>
      <Trans>The post may have been removed, or you may not have access.</Trans>
    </MissingPage>
  )
}
