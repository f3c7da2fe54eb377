import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { enter, logIn } from '../../app/flows/session/log-in.ts'
import { OtherLogins } from '../../app/flows/session/other-logins.tsx'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { askedFactor } from '../../core/session/asked-factor.ts'
import type { AskedFactor } from '../../core/session/asked-factor.ts'
import { nextOf } from '../../core/session/post-login-destination.ts'
import type { NeededLink } from '../../features/login/login-form.tsx'
import { LoginPage } from '../../features/login/login-page.tsx'
import { PasskeyButton } from '../../features/login/passkey-button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { importWithRetry } from '../../ui/import-with-retry.ts'

const AccountLogout = lazyAgain(
  async () => (await import('../../app/flows/session/logout-flow.tsx')).AccountLogout,
  'pages',
)
const SecondStep = lazyAgain(
  async () => (await import('../../features/security/second-step.tsx')).SecondStep,
  'security',
)
const LinkForm = lazyAgain(async () => (await import('../../features/verification/link-form.tsx')).LinkForm, 'pages')
const LoginLinkForm = lazyAgain(
  async () => (await import('../../features/verification/login-link.tsx')).LoginLinkForm,
  'pages',
)
const LoginLinkNotice = lazyAgain(
  async () => (await import('../../features/verification/login-link.tsx')).LoginLinkNotice,
  'pages',
)

type Search = ReturnType<typeof nextOf> & { unlock?: string }

export const Route = createFileRoute('/auth/login')({
  staticData: { layout: 'public', catalogues: ['entry'], title: msg`Log in` },
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...nextOf(search),
    ...(typeof search['unlock'] === 'string' ? { unlock: search['unlock'] } : {}),
  }),
  component: Page,
})

function Page() {
  const { next, unlock } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [leaving, setLeaving] = useState<string | null>(null)
  const [asked, setAsked] = useState<AskedFactor | null>(null)
  const goOn = async (href: string) => navigate({ href, replace: true })
  if (asked)
    return (
      <Suspense fallback={null}>
        <SecondStep
          asked={asked}
          onEntered={async (answer) => goOn(await enter(answer, asked.remember, next))}
          onBack={() => setAsked(null)}
        />
      </Suspense>
    )
  return (
    <>
      {unlock && (
        <Suspense fallback={null}>
          <LoginLinkNotice token={unlock} />
        </Suspense>
      )}
      <LoginPage
        next={next}
        onLogin={async (values) => {
          try {
            await goOn(await logIn(values, next))
          } catch (error) {
            setAsked(askedFactor(error, values.remember))
            throw error
          }
        }}
        passkey={
          <PasskeyButton
            logIn={async () => {
              const { logInByPasskey } = await importWithRetry(
                () => import('../../app/flows/session/log-in-by-passkey.ts'),
              )
              await goOn(await logInByPasskey(next))
            }}
          />
        }
        linkAgain={(needed) => <LinkAgain {...needed} />}
        otherLogins={<OtherLogins next={next} />}
        onLeave={setLeaving}
      />
      {leaving && (
        <Suspense fallback={null}>
          <AccountLogout account={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The word that the form is on its way stands in a region beside it, which would read out the form as a whole. */
function LinkAgain({ email, name }: NeededLink) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const coming = (
    <Notice>
      <Trans>Loading</Trans>
    </Notice>
  )
  return (
    <>
      <div ref={setRegion} role="status" className="empty:absolute" />
      {email && (
        <Suspense fallback={region && createPortal(coming, region)}>
          <LinkForm email={email} isKnown />
        </Suspense>
      )}
      {name && (
        <Suspense fallback={region && createPortal(coming, region)}>
          <LoginLinkForm name={name} />
        </Suspense>
      )}
    </>
  )
}
