import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { useCloseOnBack } from '../../../ui/overlay/use-close-on-back.ts'
import { useModal } from '../../../ui/overlay/use-modal.ts'
import { useBudgetSpent } from '../../data-budget/use-data-budget.ts'
import { $reducedData } from '../../preferences/model.ts'
import { isLineSlow } from '../use-data-saver-image.ts'
import { LargePhoto } from './large-photo.tsx'
import type { LightboxPhoto } from './large-photo.tsx'
import { lightboxControl } from './lightbox-control.ts'
import { useGestures } from './use-gestures.ts'

type Props = {
  photos: LightboxPhoto[]
  firstId: string
  /** How many there are, where `photos` are the first of more. */
  total?: number
  /** Stands in the corner with a photo, beside the way out. */
  actions?: (photoId: string) => ReactNode
  /** Called when the last of `photos` is near. */
  onNearEnd?: () => void
  onClose: () => void
}

/** So many photos before the last one, more are asked for. */
const NEAR = 5
const ZOOM_STEP = 1.5

/** Photos, one at a time over everything: swipe, pinch, arrows, plus and minus, Escape, Back, and a press beside the photo. */
export function Lightbox({ photos, firstId, total = photos.length, actions, onNearEnd, onClose }: Props) {
  const { t } = useLingui()
  const dialog = useModal(onClose)
  const stage = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex((photo) => photo._id === firstId),
    ),
  )
  useCloseOnBack(onClose)
  useNearEnd(index >= photos.length - NEAR && photos.length < total, onNearEnd)
  const isSpent = useBudgetSpent()
  const isSparing = (useUnit($reducedData) && isLineSlow()) || isSpent
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const { zoom, drag, isHeld, hasMoved, reset, zoomBy, handlers } = useGestures({
    stage,
    onSwipe: (step) => go(step * forward),
    onDragAway: onClose,
  })
  const go = (step: number) => {
    reset()
    setIndex((now) => Math.min(photos.length - 1, Math.max(0, now + step)))
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(forward)
    if (key === 'ArrowLeft') go(-forward)
    if (key === 'Home') go(-photos.length)
    if (key === 'End') go(photos.length)
    if (key === '+' || key === '=') zoomBy(ZOOM_STEP)
    if (key === '-') zoomBy(1 / ZOOM_STEP)
    if (key === '0') reset()
  }
  const current = photos[index]
  if (!current) return null
  return (
    <dialog
      ref={dialog}
      aria-label={t`Photo ${index + 1} of ${total}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-[#000000eb] text-white backdrop:bg-[#000]"
    >
      <div ref={stage} {...handlers} className="relative size-full touch-none overflow-hidden select-none">
        {photos.slice(Math.max(0, index - 1), index + 2).map((photo) => {
          const away = photos.indexOf(photo) - index
          const isCurrent = away === 0
          const at = isCurrent
            ? `translate(${drag.x + zoom.x}px, ${drag.y + zoom.y}px) scale(${zoom.scale})`
            : `translateX(calc(${away * forward * 100}% + ${drag.x}px))`
          return (
            <div
              key={photo._id}
              inert={!isCurrent}
              style={{ transform: at }}
              onClick={(event) => event.target === event.currentTarget && !hasMoved() && onClose()}
              className={cx(
                'absolute inset-0 grid place-items-center',
                !isHeld && 'motion-safe:transition-transform motion-safe:duration-200',
              )}
            >
              <LargePhoto photo={photo} isLarge={isCurrent || !isSparing} />
            </div>
          )
        })}
      </div>
      <Bars index={index} count={photos.length} total={total} onGo={go} onClose={onClose}>
        {actions?.(current._id)}
      </Bars>
    </dialog>
  )
}

type BarsProps = {
  index: number
  count: number
  total: number
  onGo: (step: number) => void
  onClose: () => void
  children: ReactNode
}

/** The controls over the photos. */
function Bars({ index, count, total, onGo, onClose, children }: BarsProps) {
  const { t } = useLingui()
  return (
    <>
      <div className="pointer-events-none absolute inset-x-3 top-[max(0.75rem,var(--safe-top))] flex items-center justify-between *:pointer-events-auto">
        <span role="status" className="px-3 text-sm tabular-nums">
          {total > 1 && (
            <Trans>
              {index + 1} of {total}
            </Trans>
          )}
        </span>
        <div className="flex gap-2">
          {children}
          <button type="button" aria-label={t`Close`} title={t`Close`} onClick={onClose} className={lightboxControl}>
            <X className="size-6" aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className="pointer-events-none absolute inset-x-3 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
        <button
          type="button"
          aria-label={t`Previous photo`}
          disabled={index === 0}
          onClick={() => onGo(-1)}
          className={lightboxControl}
        >
          <ChevronLeft className="mirrored size-6" aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={t`Next photo`}
          disabled={index === count - 1}
          onClick={() => onGo(1)}
          className={lightboxControl}
        >
          <ChevronRight className="mirrored size-6" aria-hidden="true" />
        </button>
      </div>
    </>
  )
}

function useNearEnd(isNear: boolean, onNearEnd: (() => void) | undefined): void {
  const latest = useRef(onNearEnd)
  useEffect(() => {
    latest.current = onNearEnd
  })
  useEffect(() => {
    if (isNear) latest.current?.()
  }, [isNear])
}
