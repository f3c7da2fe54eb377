import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorMessage } from '../../core/api/error-message.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { MISSING_FILE } from '../update/reload-when-outdated.ts'
import { MissingFileScreen } from './missing-file-screen.tsx'

/** A page could not be shown. Trying again keeps the page, and with it what was typed. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      {error instanceof Error && error.name === MISSING_FILE ? (
        <MissingFileScreen error={error} />
      ) : (
        <ErrorState
          heading="h1"
          title={t`This page could not be shown`}
          message={errorMessage(error)}
          onRetry={() => {
            reset()
            void router.invalidate()
          }}
        />
      )}
    </main>
  )
}
