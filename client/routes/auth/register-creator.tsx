import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CreatorForm } from '../../features/registration/creator-form.tsx'
import { registerCreator } from '../../app/flows/registration/register.ts'
import { AuthHeading } from '../../ui/auth-heading.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'

export const Route = createFileRoute('/auth/register-creator')({
  staticData: { layout: 'public', catalogue: 'pages', title: msg`Become a creator` },
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <div className="grid gap-6">
      <AuthHeading title={<Trans>Become a creator</Trans>}>
        <Trans>
          Looking for creators instead?{' '}
          <Link to="/auth/register" className={textLinkClass}>
            Sign up as a fan
          </Link>
        </Trans>
      </AuthHeading>
      <CreatorForm
        onRegister={async (values, documents, onProgress) =>
          navigate({ href: await registerCreator(values, documents, onProgress), replace: true })
        }
      />
    </div>
  )
}
