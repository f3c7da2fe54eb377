import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioNav } from '../../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $contents } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import type { Place } from '../../../features/studio/posts/post-items.ts'
import { StudioPage } from '../../../features/studio/studio-page.tsx'

type Search = { show?: Place }

export const Route = createFileRoute('/creator/studio/')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Studio`,
  },
  validateSearch: ({ show }: Record<string, unknown>): Search =>
    show === 'drafts' || show === 'scheduled' || show === 'published' ? { show } : {},
  component: Page,
})

function Page() {
  const { show = 'drafts' } = Route.useSearch()
  const [user, contents] = useUnit([$user, $contents])
  const navigate = Route.useNavigate()
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        {user && (
          <StudioPage
            user={user}
            contents={contents}
            shown={show}
            onShow={(place) => void navigate({ search: { show: place }, replace: true })}
            onWrite={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId } })}
          />
        )}
      </WithSync>
    </>
  )
}
