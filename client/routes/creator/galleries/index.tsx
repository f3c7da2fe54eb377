import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { OwnAssetsScreen } from '../../../app/flows/own-assets-screen.tsx'

export const Route = createFileRoute('/creator/galleries/')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Galleries`,
  },
  component: () => <OwnAssetsScreen kind="gallery" />,
})
