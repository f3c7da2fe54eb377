import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { enter } from '../../../app/flows/session/log-in.ts'
import { CallbackPage } from '../../../features/social-login/callback-page.tsx'
import type { Returned } from '../../../features/social-login/social-login.ts'
import { textLinkClass } from '../../../ui/form/text-link.ts'

const names = ['code', 'state', 'iss', 'error', 'oauth_token', 'oauth_verifier', 'denied'] as const

export const Route = createFileRoute('/auth/callback/$provider')({
  staticData: { layout: 'public', catalogues: ['pages'], title: msg`Log in` },
  // The router reads numbers as numbers.
  validateSearch: (search: Record<string, unknown>): Returned =>
    Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, textOf(search[name])]]))),
  beforeLoad: ({ params }) => {
    if (!isProvider(params.provider)) throw notFound()
  },
  component: Page,
})

function Page() {
  const { provider } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [returned] = useState(search)
  if (!isProvider(provider)) return null
  return (
    <CallbackPage
      provider={provider}
      returned={returned}
      onEntered={async (answer, { remember, next }) =>
        navigate({ href: await enter(answer, remember, next), replace: true })
      }
      others={(isForgotten) => (
        <>
          {isForgotten && (
            <Link to="/auth/forgot" className={textLinkClass}>
              <Trans>Forgotten your password?</Trans>
            </Link>
          )}
          <Link to="/auth/login" className={textLinkClass}>
            <Trans>Back to login</Trans>
          </Link>
        </>
      )}
    />
  )
}

function isProvider(text: string): text is 'google' | 'twitter' {
  return text === 'google' || text === 'twitter'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
