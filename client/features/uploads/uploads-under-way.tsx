import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

/** The uploads of this device, and the way to all media; nothing while there are none. */
export function UploadsUnderWay() {
  const { t } = useLingui()
  const uploads = useUploads(useSync()) ?? []
  if (uploads.length === 0) return null
  return (
    <section aria-labelledby="under-way" className="grid gap-2">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-x-3">
        <h2 id="under-way" className="text-lg font-bold">
          <Trans>Uploads under way</Trans>
        </h2>
        <Link to="/creator/media" className="inline-flex min-h-target items-center font-semibold text-accent-ink">
          <Trans>All media</Trans>
        </Link>
      </div>
      <ul role="list" aria-label={t`Uploads under way`} className="grid gap-1">
        {uploads.map((upload) => (
          <li key={upload.fileId}>
            <UploadRow upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  )
}
