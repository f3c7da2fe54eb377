import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { $user } from '../../../core/session/model.ts'
import { viewSource } from '../../../entities/content/view-source.ts'
import type { PagedKind } from '../asset-path.ts'

/**
 * Tells the server which place of the app has led to the page of another creator's asset, once a visit. The call that reads
 * the asset counts the view at no place. A report that gets lost is not repeated: views are no records.
 */
export function useReportView(kind: PagedKind, asset: Pick<AssetView, '_id' | 'performer'> | undefined): void {
  const viewer = useUnit($user)?._id
  const id = asset?.performer._id === viewer ? undefined : asset?._id
  useEffect(() => {
    const source = viewSource()
    if (id === undefined || source === 'other') return
    const body = { _id: id, kind, source }
    callApi({ method: 'POST', path: '/performer-assets/views', body, answer: Done }).catch(() => {})
  }, [kind, id])
}
