import { Trans, useLingui } from '@lingui/react/macro'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { MoonGlyph } from '../../ui/icons/icons.tsx'

export function NotFoundScreen() {
  const { t } = useLingui()
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <MissingPage icon={<MoonGlyph />} heading="h1" title={t`Page not found`}>
        <Trans>The address may be wrong, or the page was removed.</Trans>
      </MissingPage>
    </main>
  )
}
