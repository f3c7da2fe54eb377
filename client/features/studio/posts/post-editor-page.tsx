import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, MoonStar } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { beginningOf, usePageName } from '../../../core/page/page-name.ts'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { pageHeading } from '../../../ui/text/page-heading.ts'
import { useOnRemoved } from '../../../ui/use-on-removed.ts'
import { ListSkeleton } from '../list-skeleton.tsx'
import { StandingStatus } from '../standing-status.tsx'
import { EndLabel, TimeLabel } from '../time-label.tsx'
import { OrphanedEdit } from './orphaned-edit.tsx'
import { isUnpublished } from './post-changes.ts'
import { PostForm } from './post-form.tsx'
import { postItem } from './post-items.ts'
import type { Place } from './post-items.ts'
import { PostMenu } from './post-menu.tsx'
import { useOwnPost } from './use-own-post.ts'
import type { OwnPost } from './use-own-post.ts'
import { usePostEdit } from './use-post-edit.ts'

type Props = {
  postId: string
  isOffline: boolean
  contents: Contents
  onLeave: (place: Place) => void
  /** Opens a draft. */
  onOpen: (draftId: string) => void
}

/** Where a post that is out, or waits for its time, is changed. */
export function PostEditorPage({ postId, isOffline, contents, onLeave, onOpen }: Props) {
  const own = useOwnPost(postId, { isOffline, contents })
  // Its author has just removed it: that is no news, and no text is left to keep.
  const isRemovedHere = own.state === 'missing' && own.records.some(({ name }) => name === 'post.remove')
  const isLost = own.state === 'missing' && !isRemovedHere
  useOnRemoved(own.state === 'held', () => {
    const hasFocus = document.activeElement !== document.body
    if (isLost && !hasFocus) pageHeading()?.focus({ preventScroll: true })
  })
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      {own.state === 'held' ? <Held own={own} onLeave={onLeave} /> : <Head place="published" />}
      <div role="alert" className="safe-x empty:absolute">
        {isLost && <Missing isOffline={own.isOffline} />}
      </div>
      {isRemovedHere && <Missing isOffline={false} />}
      {own.state !== 'held' && !isRemovedHere && (
        <Body>
          <NotHeld postId={postId} own={own} onOpen={onOpen} onLeave={() => onLeave('published')} />
        </Body>
      )}
    </main>
  )
}

type Own = Extract<OwnPost, { state: 'held' }>
type HeldProps = { own: Own; onLeave: (place: Place) => void }

function Held({ own, onLeave }: HeldProps) {
  const { t } = useLingui()
  const { post, records } = own
  const beginning = beginningOf(post.text)
  usePageName(beginning && t`Edit: ${beginning}`)
  const editing = usePostEdit({ post, records, onSaved: onLeave })
  return (
    <>
      <Head
        place={isUnpublished(post.status) ? 'scheduled' : 'published'}
        subtitle={<Standing own={own} />}
        actions={<PostMenu post={post} onPublishEdited={editing.publish} onEnded={() => onLeave('published')} />}
      />
      <Body>
        <PostForm post={post} records={records} editing={editing} />
      </Body>
    </>
  )
}

type HeadProps = { place: Place; subtitle?: ReactNode; actions?: ReactNode }

function Head({ place, subtitle, actions }: HeadProps) {
  const { t } = useLingui()
  return <PageHeader title={t`Edit the post`} leading={<Back place={place} />} subtitle={subtitle} actions={actions} />
}

function Body({ children }: { children: ReactNode }) {
  return <div className="safe-x grid gap-5 pt-2 pb-12">{children}</div>
}

type NotHeldProps = Pick<Props, 'postId' | 'onOpen'> & { own: Exclude<OwnPost, Own>; onLeave: () => void }

function NotHeld({ postId, own, onOpen, onLeave }: NotHeldProps) {
  const { t } = useLingui()
  switch (own.state) {
    case 'loading':
      return <ListSkeleton />
    case 'waiting':
      return (
        <Notice className="grid gap-3">
          <p>
            <Trans>This post is waiting to be published. Until then it is a draft.</Trans>
          </p>
          <Link
            to="/creator/studio/$draftId"
            params={{ draftId: postId }}
            className={buttonClass('secondary', 'justify-self-start')}
          >
            <Trans>To the draft</Trans>
          </Link>
        </Notice>
      )
    case 'failed':
      return (
        <ErrorState title={t`This post could not be loaded`} message={errorMessage(own.error)} onRetry={own.onRetry} />
      )
    case 'missing':
      return own.isOffline ? null : (
        <OrphanedEdit postId={postId} records={own.records} onOpen={onOpen} onLeave={onLeave} />
      )
  }
}

function Missing({ isOffline }: { isOffline: boolean }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={<MoonStar />} title={t`This post is not available`}>
      {isOffline ? (
        <Trans>This post is not on this device. You can edit it when you are back online.</Trans>
      ) : (
        <Trans>The post was removed, or it is not yours.</Trans>
      )}
    </EmptyState>
  )
}

function Standing({ own: { post, records } }: { own: Own }) {
  const { standing } = postItem(post, records)
  return (
    <span role="status" className="inline-flex flex-wrap gap-x-3">
      {standing !== 'saved' && <StandingStatus standing={standing} />}
      <TimeLabel scheduledAt={post.scheduledAt} publishedAt={post.publishedAt} />
      {post.status !== 'archived' && <EndLabel expiresAt={post.expiresAt} />}
    </span>
  )
}

function Back({ place }: { place: Place }) {
  const { t } = useLingui()
  return (
    <Link
      to="/creator/studio"
      search={{ show: place }}
      aria-label={t`Back to the studio`}
      className="grid size-target place-items-center rounded-full text-accent-ink hover:bg-raised"
    >
      <ArrowLeft className="mirrored size-5.5" aria-hidden="true" />
    </Link>
  )
}
