import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { FanForm } from '../../features/registration/fan-form.tsx'
import { registerFan } from '../../app/flows/registration/register.ts'
import { AuthHeading } from '../../ui/auth-heading.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'

export const Route = createFileRoute('/auth/register')({
  staticData: { layout: 'public', catalogue: 'pages', title: msg`Sign up` },
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <div className="grid gap-6">
      <AuthHeading title={<Trans>Join as a fan</Trans>}>
        <Trans>
          You have an account?{' '}
          <Link to="/auth/login" className={textLinkClass}>
            Log in
          </Link>
        </Trans>
      </AuthHeading>
      <FanForm onRegister={async (values) => navigate({ href: await registerFan(values), replace: true })} />
    </div>
  )
}
