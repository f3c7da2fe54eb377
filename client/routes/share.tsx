import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { keepCarriedWords, wordsIn } from '../app/flows/sharing/keep-carried-words.ts'
import { SharedItemPage } from '../app/flows/sharing/shared-item-page.tsx'
import { shareFailures } from '../core/storage/share-failures.ts'
import type { ShareFailure } from '../core/storage/share-failures.ts'

type Search = { item?: string; failed?: ShareFailure }

export const Route = createFileRoute('/share')({
  staticData: { layout: 'primary', catalogues: ['aside'], title: msg`Share on Vesper` },
  validateSearch: ({ item, failed }: Record<string, unknown>): Search => ({
    ...(typeof item === 'string' && { item }),
    ...failureOf(failed),
  }),
  component: Page,
})

function failureOf(said: unknown): { failed?: ShareFailure } {
  const failed = shareFailures.find((known) => known === said)
  return failed ? { failed } : {}
}

/** Words that the server has led here stand behind `#`. They are kept on this device first, as the worker would have. */
function useKeptWords(goOn: (search: Search) => void, failed: ShareFailure | null): boolean {
  const [words] = useState(() => wordsIn(location.hash))
  const isBegun = useRef(false)
  const [isKeeping, setKeeping] = useState(words !== null)
  useEffect(() => {
    if (words === null || isBegun.current) return
    isBegun.current = true
    void keepCarriedWords(words).then((kept) => {
      goOn('item' in kept && failed ? { ...kept, failed } : kept)
      setKeeping(false)
    })
  })
  return isKeeping
}

function Page() {
  const { item = null, failed = null } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isKeeping = useKeptWords((search) => void navigate({ search, hash: '', replace: true }), failed)
  if (isKeeping) return null
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
