import { ORDER_NOTE_MAX } from '@vesper/sync/vesper/api/order-fields.ts'
import type { ReactNode } from 'react'
import { TextArea } from '../../ui/form/text-field.tsx'

type Props = { label: string; hint?: ReactNode; value: string; onChange: (note: string) => void }

/** A few words about an order, in one line: they stand in mails and on packing slips. */
export function OrderNote({ onChange, ...field }: Props) {
  return (
    <TextArea
      {...field}
      maxLength={ORDER_NOTE_MAX}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
    />
  )
}
