import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioFrame } from '../../../app/layouts/studio-frame.tsx'
import { $user } from '../../../core/session/model.ts'
import type { Place } from '../../../features/studio/posts/post-items.ts'
import { StudioPage } from '../../../features/studio/studio-page.tsx'

type Search = { show?: Place }

export const Route = createFileRoute('/creator/studio/')({
  staticData: {
    needsEngine: true,
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
  const user = useUnit($user)
  const navigate = Route.useNavigate()
  return (
    <StudioFrame>
      {(contents) =>
        user && (
          <StudioPage
            user={user}
            contents={contents}
            shown={show}
            onShow={(place) => void navigate({ search: { show: place }, replace: true })}
            onWrite={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId } })}
          />
        )
      }
    </StudioFrame>
  )
}
