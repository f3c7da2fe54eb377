import { Trans } from '@lingui/react/macro'
import { LoaderCircle } from 'lucide-react'
import { cx } from '../../ui/cx.ts'

/** Stands in the place of a photo, a video or a sound that the server still prepares. */
export function BeingPrepared({ className }: { className?: string }) {
  return (
    <span className={cx('grid place-content-center justify-items-center gap-2 px-3 text-center text-sm', className)}>
      <LoaderCircle className="size-6" aria-hidden="true" />
      <Trans>Being prepared</Trans>
    </span>
  )
}
