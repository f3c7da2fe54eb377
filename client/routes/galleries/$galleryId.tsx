import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { CommentsBelow } from '../../app/flows/comments-below.tsx'
import { $session } from '../../core/session/model.ts'
import { GalleryPage } from '../../features/assets/pages/gallery-page.tsx'

export const Route = createFileRoute('/galleries/$galleryId')({
  staticData: { catalogues: ['content'], title: msg`Gallery` },
  component: Page,
})

function Page() {
  const { galleryId } = Route.useParams()
  const session = useUnit($session)
  return (
    <GalleryPage
      key={galleryId}
      galleryId={galleryId}
      isVisitor={session.state === 'signed-out'}
      comments={({ _id, performer }) => (
        <CommentsBelow objectType="gallery" objectId={_id} ownerId={performer._id} path={`/galleries/${_id}`} />
      )}
    />
  )
}
