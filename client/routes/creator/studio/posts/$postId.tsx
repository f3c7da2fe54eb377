import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../../../app/layouts/pending-screen.tsx'
import { $contents, $offline } from '../../../../core/connection/model.ts'
import { WithSync } from '../../../../core/sync/sync-provider.tsx'
import { PostEditorPage } from '../../../../features/studio/posts/post-editor-page.tsx'

export const Route = createFileRoute('/creator/studio/posts/$postId')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Edit the post`,
  },
  component: Page,
})

function Page() {
  const { postId } = Route.useParams()
  const [contents, isOffline] = useUnit([$contents, $offline])
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      <PostEditorPage
        key={postId}
        postId={postId}
        isOffline={isOffline}
        contents={contents}
        onOpen={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId } })}
        onLeave={(place) => void navigate({ to: '/creator/studio', search: { show: place } })}
      />
    </WithSync>
  )
}
