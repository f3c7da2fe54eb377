import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioFrame } from '../../../app/layouts/studio-frame.tsx'
import { BroadcastsPage } from '../../../features/broadcasts/broadcasts-page.tsx'

export const Route = createFileRoute('/creator/messages/')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Messages to many`,
  },
  component: Page,
})

function Page() {
  return <StudioFrame>{(contents) => <BroadcastsPage contents={contents} />}</StudioFrame>
}
