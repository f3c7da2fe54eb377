import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioFrame } from '../../../app/layouts/studio-frame.tsx'
import { FanListsPage } from '../../../features/fans/fan-lists-page.tsx'

export const Route = createFileRoute('/creator/lists/')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Lists`,
  },
  component: Page,
})

function Page() {
  return <StudioFrame>{(contents) => <FanListsPage contents={contents} />}</StudioFrame>
}
