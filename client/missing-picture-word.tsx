import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $offline } from './features/connection/model.ts'
import { PictureWord } from './ui/picture-word.tsx'

/** Stands in the place of a photo that could not be had, and says why. */
export function MissingPicture() {
  return (
    <PictureWord>
      {useUnit($offline) ? (
        <Trans>Shown when you are back online</Trans>
      ) : (
        <Trans>The photo could not be loaded.</Trans>
      )}
    </PictureWord>
  )
}
