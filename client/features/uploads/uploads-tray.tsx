import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { cx } from '../../ui/cx.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

type Props = {
  /** Creators have a page of their media. */
  isCreator: boolean
  /** There are tabs below on a phone. */
  hasTabs: boolean
}

/** The uploads under way, in the corner of every page. */
export function UploadsTray({ isCreator, hasTabs }: Props) {
  const { t } = useLingui()
  const uploads = useUploads(useSync()) ?? []
  if (!uploads.some(({ state }) => state !== 'refused')) return null
  const heading = 'flex min-h-target items-center gap-1 text-sm font-bold'
  return (
    <section
      aria-label={t`Uploads`}
      className={cx(
        'fixed end-3 z-20 w-80 max-w-[calc(100%-1.5rem)] rounded-card border border-line bg-surface px-3 pb-2 shadow-card',
        hasTabs ? 'bottom-[calc(var(--tab-bar)+var(--safe-bottom)+0.5rem)] md:bottom-3' : 'bottom-3',
      )}
    >
      {isCreator ? (
        <Link to="/creator/media" className={heading}>
          {t`Uploads`}
          <ChevronRight className="mirrored size-4" aria-hidden="true" />
        </Link>
      ) : (
        <h2 className={heading}>{t`Uploads`}</h2>
      )}
      <ul role="list" aria-label={t`Uploads`} className="grid max-h-44 overflow-y-auto">
        {uploads.map((upload) => (
          <li key={upload.fileId}>
            <UploadRow upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  )
}
