import { Plural } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

type Props = {
  records: readonly OutboxRecord[]
  /** The lane as one thing, with its buttons. */
  whole: ReactNode
  /** One queued mutation of it. */
  part: (record: OutboxRecord) => ReactNode
}

/** A lane that makes one thing, as one card; its mutations show on demand. */
export function WholeCard({ records, whole, part }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-2">
      {whole}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex min-h-target items-center gap-1.5 justify-self-start rounded-control px-2 text-sm font-semibold text-muted hover:text-ink"
      >
        <ChevronDown className={cx('size-4 transition-transform', isOpen && 'rotate-180')} aria-hidden="true" />
        <Plural value={records.length} one="# queued change" other="# queued changes" />
      </button>
      {isOpen && (
        <ul role="list" className="grid gap-2 ps-4">
          {records.map((record) => (
            <li key={record.id}>{part(record)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
