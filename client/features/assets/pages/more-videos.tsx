import { Trans, useLingui } from '@lingui/react/macro'
import { AssetList } from '@vesper/sync/vesper/api/assets.ts'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { AssetCard } from '../cards/asset-card.tsx'

/** One more than is shown: the video of the page may be among them. */
const ASKED = 5

type Props = { performerId: string; name: string; except: string }

/** Further videos of the same creator; nothing where there are none, or they cannot be had. */
export function MoreVideos({ performerId, name: written, except }: Props) {
  const { t } = useLingui()
  const query = { performerId, pageSize: ASKED, sortBy: 'publishedAt', sort: 'desc' }
  const { data } = useKeptAnswer('/performer-assets/videos/search', AssetList, { query })
  const others = (data?.data ?? []).filter(({ _id }) => _id !== except).slice(0, ASKED - 1)
  if (others.length === 0) return null
  const name = <bdi>{written}</bdi>
  return (
    <section aria-labelledby="more-videos" className="grid gap-3">
      <h2 id="more-videos" className="text-lg font-semibold">
        <Trans>More by {name}</Trans>
      </h2>
      <ul role="list" aria-label={t`More videos`} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {others.map((video) => (
          <li key={video._id} className="flex">
            <AssetCard asset={{ ...video, kind: 'video' }} isNamed={false} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
