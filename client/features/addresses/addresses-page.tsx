import { Trans, useLingui } from '@lingui/react/macro'
import type { AddressFields } from '@vesper/sync/vesper/api/addresses.ts'
import { ADDRESSES_MAX } from '@vesper/sync/vesper/records/address.ts'
import type { Address } from '@vesper/sync/vesper/records/address.ts'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { inOrder, addressLines } from '../../entities/addresses/address-lines.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { regionNames } from '../../ui/text/number-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { AddressForm } from './address-form.tsx'

/** The account's addresses, which are edited without a connection too. */
export function AddressesPage({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  const sync = useSync()
  const { db } = sync
  const held = useLiveQuery(() => db.addresses.toArray(), [db])
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const [removed, setRemoved] = useState<Address | null>(null)
  const save = async (_id: string, changes: AddressFields) => {
    await sync.mutate('address.save', { _id, changes, editedAt: new Date().toISOString() })
  }
  const isLoading = held === undefined || (held.length === 0 && contents === 'coming')
  const add = held && (
    <Button onClick={() => setEdited('new')} disabled={held.length >= ADDRESSES_MAX} className="justify-self-start">
      <Trans>Add an address</Trans>
    </Button>
  )
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Addresses`} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        {isLoading ? (
          <AddressesSkeleton label={t`Loading your addresses`} />
        ) : held.length > 0 ? (
          <>
            <ul role="list" aria-label={t`Addresses`} className="grid gap-3 sm:grid-cols-2">
              {inOrder(held).map((address) => (
                <AddressCard
                  key={address._id}
                  address={address}
                  onEdit={() => setEdited(address)}
                  onDefault={() => void save(address._id, { isDefault: true })}
                  onRemove={() => setRemoved(address)}
                />
              ))}
            </ul>
            {held.length >= ADDRESSES_MAX && (
              <p className="text-sm text-muted">{t`You have ${ADDRESSES_MAX} addresses. Remove one to add another.`}</p>
            )}
            {add}
          </>
        ) : contents === 'away' ? (
          <>
            <ListUnavailable icon={<MapPin />} />
            {add}
          </>
        ) : (
          <EmptyState icon={<MapPin />} title={t`You have no addresses yet`} action={add}>
            <Trans>Things that creators send to you go to the address that you choose.</Trans>
          </EmptyState>
        )}
      </div>
      {edited && (
        <AddressForm
          address={edited === 'new' ? null : edited}
          onSave={(changes) => save(edited === 'new' ? v7() : edited._id, changes)}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t`Remove this address?`}
          yes={<Trans>Remove address</Trans>}
          onYes={() => {
            setRemoved(null)
            void sync.mutate('address.remove', { _id: removed._id }).then(() => announce(t`Address removed`))
          }}
          onClose={() => setRemoved(null)}
        >
          <Trans>Orders that were made with it keep their copy.</Trans>
        </ConfirmDialog>
      )}
    </main>
  )
}

type CardProps = { address: Address; onEdit: () => void; onDefault: () => void; onRemove: () => void }

function AddressCard({ address, onEdit, onDefault, onRemove }: CardProps) {
  const { t, i18n } = useLingui()
  const { name, phone, country, isDefault } = address
  const countryName = regionNames(i18n.locale).of(country) ?? country
  return (
    <li className="grid content-start gap-3 rounded-card border border-line bg-surface p-4">
      <div className="grid gap-1 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <bdi>{name}</bdi>
          {isDefault && <Badge>{t`Default`}</Badge>}
        </p>
        <address className="text-muted not-italic">
          {addressLines(address, countryName).map((line) => (
            <bdi key={line} className="block">
              {line}
            </bdi>
          ))}
        </address>
        {phone && (
          <p dir="ltr" className="text-start text-muted">
            {phone}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" onClick={onEdit} aria-label={t`Change address of ${name}`}>
          <Trans>Change</Trans>
        </Button>
        {!isDefault && (
          <Button kind="secondary" onClick={onDefault} aria-label={t`Make the address of ${name} the default`}>
            <Trans>Make default</Trans>
          </Button>
        )}
        <Button kind="secondary" onClick={onRemove} aria-label={t`Remove address of ${name}`}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

function AddressesSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-3 sm:grid-cols-2">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  )
}
