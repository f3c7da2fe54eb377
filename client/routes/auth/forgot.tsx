import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { nextOf } from '../../core/session/post-login-destination.ts'
import { ResetRequestPage } from '../../features/password-reset/request-page.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'

export const Route = createFileRoute('/auth/forgot')({
  staticData: { layout: 'public', noredirect: true, catalogues: ['pages'], title: msg`Forgotten password` },
  validateSearch: nextOf,
  component: Page,
})

function Page() {
  const { next } = Route.useSearch()
  const back = (
    <Link to="/auth/login" search={nextOf({ next })} className={textLinkClass}>
      <Trans>Back to login</Trans>
    </Link>
  )
  return <ResetRequestPage back={back} />
}
