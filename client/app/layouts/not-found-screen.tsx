import { Trans, useLingui } from '@lingui/react/macro'
import { MoonGlyph } from '../../ui/icons.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function NotFoundScreen() {
  const { t } = useLingui()
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon={<MoonGlyph />}
        heading="h1"
        title={t`There is nothing here`}
        action={
          <a href="/" className={buttonClass('secondary')}>
            <Trans>Go to the start</Trans>
          </a>
        }
      >
        <Trans>The address may be wrong, or what was here is gone.</Trans>
      </EmptyState>
    </main>
  )
}
