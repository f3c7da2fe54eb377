import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense, useState } from 'react'
import { enter } from '../../../app/flows/session/log-in.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../../core/session/model.ts'
import { accountOf } from '../../../core/session/post-login-destination.ts'
import { CallbackPage } from '../../../features/social-login/callback-page.tsx'
import type { Returned } from '../../../features/social-login/social-login.ts'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

const SecondStep = lazyAgain(
  async () => (await import('../../../features/security/second-step.tsx')).SecondStep,
  'security',
)

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
  const user = useUnit($user)
  const { t } = useLingui()
  if (!isProvider(provider)) return null
  return (
    <CallbackPage
      provider={provider}
      returned={returned}
      onEntered={async (answer, { remember, next }) =>
        navigate({ href: await enter(answer, remember, next), replace: true })
      }
      secondStep={(asked, { next }) => (
        <Suspense fallback={null}>
          <SecondStep
            asked={asked}
            onEntered={async (answer) => navigate({ href: await enter(answer, asked.remember, next), replace: true })}
            onBack={() => void navigate({ to: '/auth/login' })}
          />
        </Suspense>
      )}
      account={user?._id ?? null}
      onLinked={async () => {
        void showToast('success', t`You can log in with ${provider === 'google' ? 'Google' : 'X'} now`)
        await navigate({ href: accountOf(user?.isPerformer ?? false), replace: true })
      }}
      others={({ isForgotten, isLink }) => (
        <>
          {isForgotten && (
            <Link to="/auth/forgot" className={textLinkClass}>
              <Trans>Forgotten your password?</Trans>
            </Link>
          )}
          {isLink && user ? (
            <Link to={accountOf(user.isPerformer)} className={textLinkClass}>
              <Trans>Back to your account</Trans>
            </Link>
          ) : (
            <Link to="/auth/login" className={textLinkClass}>
              <Trans>Back to login</Trans>
            </Link>
          )}
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
