import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ResetRequestPage } from '../../features/password-reset/request-page.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'

export const Route = createFileRoute('/auth/forgot')({
  staticData: { layout: 'public', noredirect: true, catalogue: 'pages', title: msg`Forgotten password` },
  component: Page,
})

function Page() {
  const back = (
    <Link to="/auth/login" className={textLinkClass}>
      <Trans>Back to the login</Trans>
    </Link>
  )
  return <ResetRequestPage back={back} />
}
