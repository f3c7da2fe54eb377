import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { CommentsBelow } from '../../app/flows/comments-below.tsx'
import { $session, $user } from '../../core/session/model.ts'
import { PostPage } from '../../features/posts/post-page.tsx'

export const Route = createFileRoute('/posts/$postId')({
  staticData: { catalogues: ['content'], title: msg`Post` },
  component: Page,
})

function Page() {
  const { postId } = Route.useParams()
  const [session, user] = useUnit([$session, $user])
  return (
    <PostPage
      key={postId}
      postId={postId}
      isVisitor={session.state === 'signed-out'}
      viewerId={user?._id ?? null}
      comments={({ _id, performerId, comments }) => (
        <CommentsBelow
          objectType="feed"
          objectId={_id}
          ownerId={performerId}
          counted={comments}
          path={`/posts/${_id}`}
        />
      )}
    />
  )
}
