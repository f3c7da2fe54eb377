import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PostPage } from '../../features/posts/post-page.tsx'
import { $session } from '../../features/session/model.ts'

export const Route = createFileRoute('/posts/$postId')({ staticData: { title: msg`Post` }, component: Page })

function Page() {
  const { postId } = Route.useParams()
  const session = useUnit($session)
  return <PostPage key={postId} postId={postId} isVisitor={session.state === 'signed-out'} />
}
