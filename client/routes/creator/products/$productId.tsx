import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AssetEditorScreen } from '../../../app/flows/asset-editor-screen.tsx'
import { readNewSearch } from '../../../features/assets/new-search.ts'

export const Route = createFileRoute('/creator/products/$productId')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Edit the product`,
  },
  validateSearch: readNewSearch,
  component: Page,
})

function Page() {
  return <AssetEditorScreen kind="product" assetId={Route.useParams().productId} isNew={Route.useSearch().new} />
}
