import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SharedItemPage } from '../app/flows/sharing/shared-item-page.tsx'
import { shareFailures } from '../core/storage/shared-items.ts'
import type { ShareFailure } from '../core/storage/shared-items.ts'

export const Route = createFileRoute('/share')({
  staticData: { layout: 'primary', catalogues: ['aside'], title: msg`Share on Vesper` },
  validateSearch: ({ item, failed }: Record<string, unknown>): { item?: string; failed?: ShareFailure } => ({
    ...(typeof item === 'string' && { item }),
    ...failureOf(failed),
  }),
  component: Page,
})

function failureOf(said: unknown): { failed?: ShareFailure } {
  const failed = shareFailures.find((known) => known === said)
  return failed ? { failed } : {}
}

function Page() {
  const { item = null, failed = null } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SharedItemPage
      itemId={item}
      failure={failed}
      onDraft={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId }, replace: true })}
      onConversation={(conversationId) =>
        void navigate({ to: '/messages/$conversationId', params: { conversationId }, replace: true })
      }
    />
  )
}
