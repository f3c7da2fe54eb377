import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'
import type { QueuedUpload } from './use-uploads.ts'

type Props = {
  /** Creators have a page of their media. */
  isCreator: boolean
  /** False on pages that need their lower edge: the tray stands above the page then, and covers nothing of a phone. */
  hasTabs: boolean
}

/**
 * The uploads under way: a line above the tabs of a phone, or in the corner elsewhere. Without tabs it is a part of the page,
 * below the notices, and moves down with them. It opens to a list.
 */
export function UploadsTray({ isCreator, hasTabs }: Props) {
  const { t } = useLingui()
  const list = useId()
  const uploads = useUploads(useSync()) ?? []
  const [isOpen, setOpen] = useState(false)
  if (!uploads.some(({ state }) => state !== 'refused')) return null
  const heading = 'flex min-h-target items-center gap-1 text-sm font-bold'
  const tray = (
    <section
      aria-label={t`Uploads`}
      data-tray={hasTabs || undefined}
      className={cx(
        'border-y border-line bg-surface px-4 md:start-auto md:end-3 md:w-80 md:rounded-card md:border md:px-3',
        hasTabs
          ? 'fixed inset-x-0 bottom-[calc(var(--tab-bar)+var(--safe-bottom))] z-20 shadow-card md:bottom-2'
          : 'pt-safe-top md:absolute md:top-20 md:pt-0 md:shadow-card',
      )}
    >
      <div className="flex items-center gap-2">
        {isCreator ? (
          <Link to="/creator/media" className={heading}>
            {t`Uploads`}
            <ChevronRight className="mirrored size-4" aria-hidden="true" />
          </Link>
        ) : (
          <h2 className={heading}>{t`Uploads`}</h2>
        )}
        <p className="min-w-0 flex-1 truncate text-end text-sm text-muted tabular-nums">
          <Summary uploads={uploads} />
        </p>
        <IconButton
          label={isOpen ? t`Show less of the uploads` : t`Show each upload`}
          aria-expanded={isOpen}
          aria-controls={list}
          className="-me-2 text-muted"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown className="size-5" /> : <ChevronUp className="size-5" />}
        </IconButton>
      </div>
      <ul
        id={list}
        role="list"
        aria-label={t`Uploads`}
        hidden={!isOpen}
        className={cx('max-h-44 overflow-y-auto pb-2', isOpen && 'grid')}
      >
        {uploads.map((upload) => (
          <li key={upload.fileId}>
            <UploadRow upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  )
  return hasTabs ? tray : <div className="relative z-20 md:h-0">{tray}</div>
}

/** How far all of them are together; first of all whether one needs its user. */
function Summary({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const isOffline = useUnit($offline)
  const refused = uploads.filter(({ state }) => state === 'refused').length
  if (refused > 0) {
    return (
      <span className="text-danger-ink">
        <Plural value={refused} one="# was rejected" other="# were rejected" />
      </span>
    )
  }
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0)
  const sent = uploads.reduce((sum, upload) => sum + upload.size * upload.sent, 0)
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
  return (
    <>
      <Plural value={uploads.length} one="# file" other="# files" />,{' '}
      {isOffline ? <Trans>paused, {percent} %</Trans> : <Trans>{percent} %</Trans>}
    </>
  )
}
