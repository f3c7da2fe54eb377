import { useState } from 'react'
import { v7 } from 'uuid'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { AddressForm } from './address-form.tsx'

type Props = { onSaved: (addressId: string) => void; onClose: () => void }

/** Adds an address where one is needed, with a connection or without. */
export function NewAddress({ onSaved, onClose }: Props) {
  const sync = useSync()
  const [_id] = useState(() => v7())
  return (
    <AddressForm
      address={null}
      onSave={async (changes) => {
        await sync.mutate('address.save', { _id, changes, editedAt: new Date().toISOString() })
        onSaved(_id)
      }}
      onClose={onClose}
    />
  )
}
