import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SharedItemPage } from '../app/flows/sharing/shared-item-page.tsx'

export const Route = createFileRoute('/share')({
  staticData: { layout: 'primary', catalogues: ['pages'], title: msg`Share on Vesper` },
  validateSearch: ({ item, failed }: Record<string, unknown>): { item?: string; failed?: boolean } => ({
    ...(typeof item === 'string' && { item }),
    ...(failed === true && { failed }),
  }),
  component: Page,
})

function Page() {
  const { item = null, failed = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SharedItemPage
      itemId={item}
      hasFailed={failed}
      onDraft={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId }, replace: true })}
      onConversation={(conversationId) =>
        void navigate({ to: '/messages/$conversationId', params: { conversationId }, replace: true })
      }
    />
  )
}
