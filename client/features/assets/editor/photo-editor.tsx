import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, ImageIcon, Star, X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { SlotState } from './slot-state.tsx'
import type { SlotFile } from './use-slot.ts'

type Props = {
  file: SlotFile | undefined
  number: number
  isCover: boolean
  isReadOnly: boolean
  /** Its place cannot be changed now. */
  isFixed: boolean
  onCover: () => void
  onEarlier: (() => void) | null
  onLater: (() => void) | null
  onRemove: () => void
}

/** A photo of an own gallery: what it shows, how far it is, and what can be done with it. */
export function PhotoEditor({ file, number, isCover, isReadOnly, isFixed, ...actions }: Props) {
  const { t } = useLingui()
  return (
    <figure aria-label={t`Photo ${number}`} className="grid overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative grid aspect-square place-items-center bg-raised text-faint">
        {file?.picture ? (
          <img src={file.picture} alt={t`Photo ${number}`} className="absolute inset-0 size-full object-cover" />
        ) : (
          <ImageIcon className="size-8" aria-hidden="true" />
        )}
        {isCover && (
          <span className="absolute start-2 top-2 rounded-full bg-surface px-2 py-0.5 text-xs font-semibold text-accent-ink">
            <Trans>Cover</Trans>
          </span>
        )}
      </div>
      {file && file.standing !== 'ready' && (
        <div className="px-3 pt-2">
          <SlotState file={file} />
        </div>
      )}
      {!isReadOnly && (
        <div className="grid grid-cols-4 *:w-full">
          <IconButton
            label={t`Move earlier`}
            disabled={isFixed || !actions.onEarlier}
            onClick={() => actions.onEarlier?.()}
          >
            <ArrowLeft className="mirrored size-5" />
          </IconButton>
          <IconButton
            label={t`Make cover`}
            aria-pressed={isCover}
            disabled={isFixed || isCover || file?.standing !== 'ready'}
            onClick={actions.onCover}
          >
            <Star className={isCover ? 'size-5 fill-current' : 'size-5'} />
          </IconButton>
          <IconButton label={t`Remove photo ${number}`} className="text-muted" onClick={actions.onRemove}>
            <X className="size-5" />
          </IconButton>
          <IconButton label={t`Move later`} disabled={isFixed || !actions.onLater} onClick={() => actions.onLater?.()}>
            <ArrowRight className="mirrored size-5" />
          </IconButton>
        </div>
      )}
    </figure>
  )
}
