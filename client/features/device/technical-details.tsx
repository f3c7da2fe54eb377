import { Trans } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { DetailsLog } from './details-log.tsx'
import { DetailsQueue } from './details-queue.tsx'
import { DetailsSpaces } from './details-spaces.tsx'
import { DetailsStorage } from './details-storage.tsx'
import { Fact, Facts } from './stat-list.tsx'

/** Details for finding a bug, closed at first. */
export function TechnicalDetails({ health }: { health: Health }) {
  return (
    <details className="group rounded-card border border-line bg-surface shadow-card">
      <summary className="flex min-h-target cursor-pointer list-none items-center justify-between gap-3 rounded-card p-5 text-lg font-bold">
        <h2>
          <Trans>Technical details</Trans>
        </h2>
        <ChevronDown className="size-5 transition-transform duration-150 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="grid gap-7 px-5 pb-5">
        <Facts>
          <Fact name={<Trans>App version</Trans>}>{__APP_VERSION__}</Fact>
          <Fact name={<Trans>Synchronised spaces</Trans>}>{health.spaces.length}</Fact>
          <Fact name={<Trans>Device</Trans>} isWide>
            {deviceNameOf(navigator.userAgent).name}
          </Fact>
          <Fact name={<Trans>Device ID for support</Trans>} isWide>
            <Id id={health.device} />
          </Fact>
          <Fact name={<Trans>Database of the server</Trans>} isWide>
            <Id id={health.epoch} />
          </Fact>
        </Facts>
        <Part title={<Trans>Queue</Trans>}>
          <DetailsQueue />
        </Part>
        <Part title={<Trans>Spaces</Trans>}>
          <DetailsSpaces spaces={health.spaces} />
        </Part>
        <Part title={<Trans>Storage by kind</Trans>}>
          <DetailsStorage rows={health.rows} />
        </Part>
        <Part title={<Trans>Log for a bug report</Trans>}>
          <DetailsLog health={health} />
        </Part>
      </div>
    </details>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Id({ id }: { id: string | null }) {
  return (
    <code dir="ltr" className="text-xs break-all">
      {id ?? '–'}
    </code>
  )
}
