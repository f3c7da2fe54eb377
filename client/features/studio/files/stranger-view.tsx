import { Plural, Trans } from '@lingui/react/macro'
import type { FileCounts, FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { countFiles } from '@vesper/sync/vesper/records/file.ts'
import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'
import { FileKinds } from '../../../entities/content/file-kinds.tsx'
import { LockedFrame } from '../../../entities/content/locked-frame.tsx'
import { useFiles } from '../../../entities/library/use-files.ts'
import type { DraftFile } from '../../../entities/library/use-files.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'

type Props = {
  access: PostAccess
  /** Tokens; 0 for none. */
  price: number
  fileIds: readonly string[]
  thumbnailId: string | null
  hasTeaser: boolean
  /** The files and the thumbnail, as far as the server knows them. */
  records: readonly FileRecord[]
}

/** The post as people see it who cannot open it, while its author decides for whom it is. */
export function StrangerView({ access, price, fileIds, thumbnailId, hasTeaser, records }: Props) {
  const files = useFiles(fileIds, records)
  const [thumbnail] = useFiles(thumbnailId === null ? [] : [thumbnailId], records)
  return (
    <figure className="grid content-start gap-1.5">
      <figcaption className="text-sm font-medium">
        <Trans>As others see it</Trans>
      </figcaption>
      {access === 'public' ? (
        <p className="text-sm text-muted">
          <Trans>Everybody sees the whole post.</Trans>
        </p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line">
          <LockedFrame
            terms={{ access, price }}
            aspectRatio="4 / 3"
            picture={<Picture thumbnail={thumbnail} first={files.find(({ type }) => type === 'photo')} />}
            holds={files.length > 0 ? <FileKinds counts={countsOf(files, records)} total={files.length} /> : null}
          >
            {hasTeaser && (
              <span className="inline-flex min-h-target items-center gap-2 rounded-full bg-[#000a] px-4 font-semibold">
                <Play className="size-5 fill-current" aria-hidden="true" />
                <Trans>Play teaser</Trans>
              </span>
            )}
            <Way access={access} price={price} />
          </LockedFrame>
        </div>
      )}
    </figure>
  )
}

/** The thumbnail as it is, or the first photo, which nobody can make out. */
function Picture({ thumbnail, first }: { thumbnail: DraftFile | undefined; first: DraftFile | undefined }) {
  const fill = 'absolute inset-0 size-full object-cover'
  if (thumbnail?.url) return <img src={thumbnail.url} alt="" className={fill} />
  return first?.url ? <img src={first.url} alt="" className={`${fill} scale-125 blur-xl`} /> : null
}

/** The button that a fan has there, as a picture of it. */
function Way({ access, price }: Pick<Props, 'access' | 'price'>): ReactNode {
  const money = useMoneyOf()(price)
  if (access === 'paid' && price === 0) return null
  return (
    <span className={buttonClass('primary', 'pointer-events-none')}>
      {access === 'followers' && <Trans>Follow</Trans>}
      {access === 'subscribers' && <Trans>Subscribe</Trans>}
      {access === 'paid' &&
        (money === null ? (
          <Plural value={price} one="Unlock for # token" other="Unlock for # tokens" />
        ) : (
          <Plural value={price} one={`Unlock for # token (${money})`} other={`Unlock for # tokens (${money})`} />
        ))}
    </span>
  )
}

/** The kinds as this device knows them; lengths of videos and sounds as the server has measured them. */
function countsOf(files: readonly DraftFile[], records: readonly FileRecord[]): FileCounts {
  const lengths = new Map(records.map(({ _id, durationMs }) => [_id, durationMs]))
  return countFiles(files.map(({ fileId, type }) => ({ type, durationMs: lengths.get(fileId) })))
}
