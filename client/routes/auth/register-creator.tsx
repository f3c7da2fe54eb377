import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { registerCreator } from '../../app/flows/registration/register.ts'
import { OtherLogins } from '../../app/flows/session/other-logins.tsx'
import { nextOf } from '../../core/session/post-login-destination.ts'
import { CreatorForm } from '../../features/registration/creator-form.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'

export const Route = createFileRoute('/auth/register-creator')({
  staticData: { layout: 'public', catalogues: ['pages'], title: msg`Become a creator` },
  validateSearch: nextOf,
  component: Page,
})

function Page() {
  const { next } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <div className="grid gap-6">
      <AuthHeading title={<Trans>Become a creator</Trans>}>
        <Trans>
          Do you want to follow creators?{' '}
          <Link to="/auth/register" search={nextOf({ next })} className={textLinkClass}>
            Sign up as a fan
          </Link>
        </Trans>
      </AuthHeading>
      <OtherLogins next={next}>
        <p className="text-sm text-muted">
          <Trans>They open an account that you have. For a new creator account, fill in this form.</Trans>
        </p>
      </OtherLogins>
      <CreatorForm
        onRegister={async (values, files, onProgress) =>
          navigate({ href: await registerCreator({ values, files, onProgress, next }), replace: true })
        }
      />
    </div>
  )
}
