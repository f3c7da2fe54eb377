import { Trans, useLingui } from '@lingui/react/macro'
import { HardDrive, RefreshCw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { textOf } from '../../error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSync } from '../../with-sync.tsx'
import { EngineFacts } from './engine-facts.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { useHealth } from './use-health.ts'

/** What Vesper keeps on this device and how it stands with the server. */
export function DevicePage() {
  const { t } = useLingui()
  const { health, look } = useHealth()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`About this device`} />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        {!health ? (
          <Skeleton className="h-64 rounded-card" />
        ) : (
          <>
            <Card className="grid gap-4">
              <CardTitle icon={<HardDrive />}>
                <Trans>Storage</Trans>
              </CardTitle>
              <StorageMeter health={health} />
              <Persistence persisted={health.persisted} onChanged={look} />
            </Card>
            <Card className="grid gap-4">
              <CardTitle icon={<RefreshCw />}>
                <Trans>Synchronisation</Trans>
              </CardTitle>
              <EngineFacts health={health} />
            </Card>
            <ResetCache onDone={look} />
          </>
        )}
      </div>
    </main>
  )
}

function CardTitle({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <h2 className="flex items-center gap-2.5 text-lg font-bold [&_svg]:size-5 [&_svg]:text-accent-ink">
      {icon}
      {children}
    </h2>
  )
}

function Persistence({ persisted, onChanged }: { persisted: boolean | null; onChanged: () => void }) {
  const { t } = useLingui()
  const ask = async () => {
    const granted = await navigator.storage.persist().catch(() => false)
    onChanged()
    if (!granted) await showToast('info', t`The browser did not agree. Installing Vesper makes it more likely to.`)
  }
  if (persisted === null) return null
  if (persisted) {
    return (
      <p className="flex items-center gap-2.5 text-sm text-ok-ink">
        <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
        <Trans>Protected: the browser does not clear it to make room.</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-md text-sm text-muted">
        <Trans>Not protected: a browser that runs out of room may clear what is here, unsent messages too.</Trans>
      </p>
      <Button kind="secondary" onClick={() => void ask()}>
        <Trans>Protect the storage</Trans>
      </Button>
    </div>
  )
}

function ResetCache({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    setAsking(false)
    try {
      await sync.resetCache()
      await showToast('success', t`The cache is empty and fills again from the server.`)
    } catch (error) {
      await showToast('error', textOf(error))
    }
    onDone()
  }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="max-w-md">
        <h2 className="font-semibold">
          <Trans>Reset the cache</Trans>
        </h2>
        <p className="mt-1 text-sm text-muted">
          <Trans>Fetches conversations and messages anew. Unsent messages, drafts and their files stay.</Trans>
        </p>
      </div>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        <Trans>Reset cache</Trans>
      </Button>
      {isAsking && (
        <Dialog
          title={t`Reset the cache?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => void reset()}>
                <Trans>Reset cache</Trans>
              </Button>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>
              What was read before can be read again only with a connection. Nothing that is unsent is lost.
            </Trans>
          </p>
        </Dialog>
      )}
    </Card>
  )
}
