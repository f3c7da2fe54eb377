import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { CommentsBelow } from '../../app/flows/comments-below.tsx'
import { $session, $user } from '../../core/session/model.ts'
import { VideoPage } from '../../features/assets/pages/video-page.tsx'

export const Route = createFileRoute('/videos/$videoId')({
  staticData: { catalogues: ['content'], title: msg`Video` },
  component: Page,
})

function Page() {
  const { videoId } = Route.useParams()
  const [session, user] = useUnit([$session, $user])
  return (
    <VideoPage
      key={videoId}
      videoId={videoId}
      account={user?._id ?? null}
      isVisitor={session.state === 'signed-out'}
      comments={({ _id, performer }) => (
        <CommentsBelow objectType="video" objectId={_id} ownerId={performer._id} path={`/videos/${_id}`} />
      )}
    />
  )
}
