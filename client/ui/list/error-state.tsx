import { Trans } from '@lingui/react/macro'
import { Button } from '../controls/button.tsx'
import { CloudOffGlyph } from '../icons/icons.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = { title: string; message: string; onRetry?: () => void; heading?: 'h1' | 'h2' }

/** Something could not be loaded: what, why, and the way to try once more. */
export function ErrorState({ title, message, onRetry, heading = 'h2' }: Props) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOffGlyph />}
        title={title}
        heading={heading}
        action={
          onRetry && (
            <Button kind="secondary" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
