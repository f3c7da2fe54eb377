import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { ImageOverlay } from '../../ui/controls/image-overlay.tsx'
import { $offline } from '../connection/model.ts'

/** Stands in the place of a photo or a video that could not be had. */
export function ImageUnavailable() {
  return (
    <ImageOverlay>
      <WhyMissing />
    </ImageOverlay>
  )
}

/** Why a photo or a video is not shown. */
export function WhyMissing() {
  return useUnit($offline) ? <Trans>Shown when you are back online</Trans> : <Trans>Could not be loaded.</Trans>
}
