import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskMe } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { KeyRound, LockKeyhole, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { MoonGlyph } from '../../ui/icons/icons.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { DeskNav } from './desk-nav.tsx'
import { useDeskAnswer } from './use-desk-answer.ts'

/** The pages of the desk, for staff in a session in which it is open. To all others nothing is here. */
export function DeskDoor({ children }: { children: (me: DeskMe) => ReactNode }) {
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useDeskAnswer('/desk/me', DeskMe)
  // An open page stays on the screen while the line is gone: a reason that is being typed is not lost.
  if (data)
    return (
      <>
        <DeskNav permissions={data.permissions} />
        {children(data)}
      </>
    )
  return (
    <main className="mx-auto grid w-full max-w-3xl flex-1 content-start gap-4 p-4">
      {error === undefined ? (
        isOffline ? (
          <NeedsConnection />
        ) : (
          <Skeleton className="h-40 rounded-card" />
        )
      ) : (
        <Closed error={error} onRetry={() => void mutate()} />
      )}
    </main>
  )
}

function NeedsConnection() {
  const { t } = useLingui()
  return (
    <EmptyState heading="h1" icon={<WifiOff />} title={t`The desk needs a connection`}>
      <Trans>Nothing of it is kept on this device.</Trans>
    </EmptyState>
  )
}

function Closed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const needs = (path: string) => error instanceof Refusal && error.details?.some((detail) => detail.path === path)
  if (error instanceof Refusal && error.kind === 'not-found')
    return (
      <MissingPage icon={<MoonGlyph />} heading="h1" title={t`Page not found`}>
        <Trans>The address may be wrong, or the page was removed.</Trans>
      </MissingPage>
    )
  if (needs('factor'))
    return (
      <EmptyState
        heading="h1"
        icon={<KeyRound />}
        title={t`The desk needs a second factor`}
        action={
          <a href="/user/security" className={buttonClass()}>
            <Trans>Set one up</Trans>
          </a>
        }
      >
        <Trans>A passkey or an authenticator app protects what staff may do.</Trans>
      </EmptyState>
    )
  if (needs('stepUp'))
    return (
      <EmptyState
        heading="h1"
        icon={<LockKeyhole />}
        title={t`The desk is closed`}
        action={
          <Button onClick={onRetry}>
            <Trans>Open the desk</Trans>
          </Button>
        }
      >
        <Trans>It closes after 30 minutes without work, and after 8 hours in any case. Confirm that it is you.</Trans>
      </EmptyState>
    )
  if (isOffline) return <NeedsConnection />
  return (
    <ErrorState heading="h1" title={t`The desk could not be opened`} message={errorMessage(error)} onRetry={onRetry} />
  )
}
