import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SitePage } from '../../features/pages/site-page.tsx'

export const Route = createFileRoute('/pages/$slug')({
  staticData: { layout: 'home', whileSuspended: true, catalogues: ['pages'], title: msg`About this site` },
  component: Page,
})

function Page() {
  const { slug } = Route.useParams()
  return <SitePage key={slug} slug={slug} />
}
