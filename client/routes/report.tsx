import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitorReportPage } from '../features/reports/visitor-report-page.tsx'

export const Route = createFileRoute('/report')({
  staticData: { layout: 'primary', whileSuspended: true, catalogues: ['lists'], title: msg`Report a page` },
  /** `page`: the path of the page to report. */
  validateSearch: ({ page }: Record<string, unknown>): { page?: string } =>
    typeof page === 'string' && page.startsWith('/') ? { page } : {},
  component: Page,
})

function Page() {
  const { page } = Route.useSearch()
  return <VisitorReportPage address={page === undefined ? '' : location.origin + page} />
}
