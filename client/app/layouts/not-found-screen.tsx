import { Trans, useLingui } from '@lingui/react/macro'
import { usePageName } from '../../core/page/page-name.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { MoonGlyph } from '../../ui/icons/icons.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'

export function NotFoundScreen() {
  const { t } = useLingui()
  usePageName(t`Not found`)
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon={<MoonGlyph />}
        heading="h1"
        title={t`Page not found`}
        action={
          <a href="/" className={buttonClass('secondary')}>
            <Trans>Go to the start page</Trans>
          </a>
        }
      >
        <Trans>The address may be wrong, or the page was removed.</Trans>
      </EmptyState>
    </main>
  )
}
