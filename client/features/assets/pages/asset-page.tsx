import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import { MoonStar, Pencil } from 'lucide-react'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { AsOf } from '../../../core/api/as-of.tsx'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../../core/api/use-cached-query.ts'
import { $offline } from '../../../core/connection/model.ts'
import { usePageChanges } from '../../../core/live/use-page-changes.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { MissingPage } from '../../../core/page/missing-page.tsx'
import { usePageName } from '../../../core/page/page-name.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { LinkedText } from '../../../entities/content/linked-text.tsx'
import { ShareMenu } from '../../../entities/content/share-menu.tsx'
import { useGrantKey, useReadWhenGranted } from '../../../entities/content/use-grant-key.ts'
import { useReadUntilPrepared } from '../../../entities/content/use-read-until-prepared.ts'
import { LiveAvatar } from '../../../entities/live/live-avatar.tsx'
import { Reactions } from '../../../entities/reactions/reactions.tsx'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { assetPath, plurals } from '../asset-path.ts'
import type { PagedKind } from '../asset-path.ts'
import { editLinkOf } from '../edit-link.ts'
import { Away } from '../lists/asset-grid.tsx'
import { useReportView } from './use-report-view.ts'

/** The comments on an asset. */
export type Comments = (asset: AssetView) => ReactNode

type Props = {
  kind: PagedKind
  /** An id or a slug. */
  id: string
  isVisitor: boolean
  /** Stands in while neither the server answers nor an answer of it is kept. */
  standIn?: AssetView | null
  /** Stands at the end of the head. */
  actions?: ReactNode
  /** Stand below an asset that is open to the viewer. */
  comments?: Comments | undefined
  children: (asset: AssetView, reload: () => void) => ReactNode
}

/** The page of an asset with its states. It is read anew when the rights of the account change. */
export function AssetPage(props: Props) {
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <header className="safe-x sticky top-0 z-20 flex min-h-17 items-center gap-3 bg-bg/85 py-2 pt-[max(0.5rem,var(--safe-top))] backdrop-blur-lg">
        <BackButton />
        <p className="flex-1 text-lg font-semibold text-muted">
          <KindWord kind={props.kind} />
        </p>
        {props.actions}
      </header>
      <div className="safe-x grid gap-5 pt-2 pb-10">
        {props.isVisitor ? (
          <Loaded {...props} />
        ) : (
          <WithSync fallback={<Loading />}>
            <WithGrants {...props} />
          </WithSync>
        )}
      </div>
    </main>
  )
}

function KindWord({ kind }: { kind: PagedKind }) {
  if (kind === 'gallery') return <Trans>Gallery</Trans>
  return kind === 'video' ? <Trans>Video</Trans> : <Trans>Product</Trans>
}

function WithGrants(props: Props) {
  const grants = useGrantKey()
  return grants === undefined ? <Loading /> : <Loaded grants={grants} {...props} />
}

function Loaded({ kind, id, standIn = null, grants = null, comments, children }: Props & { grants?: string | null }) {
  const path = assetPath(kind, id)
  const { data, error, isLoading, mutate } = useKeptAnswer(path, AssetView)
  useReadUntilPrepared(data ? [data] : [], mutate)
  useReportView(kind, data)
  const keptAt = useKeptAt(path)
  const viewer = useUnit($user)
  const isGone = error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'invalid')
  const asset = isGone ? null : (data ?? standIn)
  const reload = useCallback(() => void mutate(), [mutate])
  useReadWhenGranted(grants, reload)
  usePageChanges(asset?._id, reload)
  usePageChanges(asset?.performer._id, reload)
  usePageName(asset?.title)
  if (isGone) return <NoSuch kind={kind} />
  if (!asset) return isLoading ? <Loading /> : <Failed error={error} onRetry={reload} />
  return (
    <>
      <AsOf at={keptAt} />
      {children(asset, reload)}
      {viewer?._id === asset.performer._id && (
        <Link {...editLinkOf(kind, asset._id)} className={buttonClass('secondary', 'justify-self-start')}>
          <Pencil className="size-4.5" aria-hidden="true" />
          <Trans>Edit</Trans>
        </Link>
      )}
      {!asset.isLocked && asset.status === 'active' && comments?.(asset)}
    </>
  )
}

/** Title, creator, likes and text: the same below each kind. `children` stand between them. */
export function AssetDetails({ asset, children }: { asset: AssetView & { kind: PagedKind }; children?: ReactNode }) {
  const { kind, title, performer, description, tags, likes, isLocked, views } = asset
  const { t } = useLingui()
  const path = `/${plurals[kind]}/${asset._id}`
  return (
    <>
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-xl font-bold outline-none">
          <bdi>{title || <Trans>Untitled</Trans>}</bdi>
        </h1>
        <Link
          to="/$profileId"
          params={{ profileId: performer.username ?? performer._id }}
          className="flex min-h-target items-center gap-3 justify-self-start font-semibold hover:underline"
        >
          <LiveAvatar creator={performer} size="sm" isInLink />
          <bdi>{performer.name}</bdi>
        </Link>
        {asset.participants.length > 0 && <Participants creators={asset.participants} />}
      </div>
      {children}
      <div className="-mx-2 flex min-h-13 flex-wrap items-center gap-1">
        <Reactions of={{ objectType: kind, objectId: asset._id }} likes={likes} isLocked={isLocked} path={path} />
        <ShareMenu
          label={t`More about ${title}`}
          content={{ type: kind, id: asset._id, ownerId: performer._id }}
          page={{ name: title, path }}
        />
        {views > 0 && (
          <span className="px-2 text-sm text-muted">
            <Plural value={views} one="# view" other="# views" />
          </span>
        )}
      </div>
      {description && (
        <p dir="auto" className="whitespace-pre-line">
          <LinkedText text={description} />
        </p>
      )}
      {tags.length > 0 && (
        <ul role="list" className="flex flex-wrap gap-2 text-sm text-accent-ink">
          {tags.map((tag) => (
            <li key={tag} dir="auto">
              #{tag}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The other creators in a gallery or a video. */
function Participants({ creators }: { creators: AssetView['participants'] }) {
  const { t } = useLingui()
  return (
    <ul role="list" aria-label={t`Also in it`} className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <li aria-hidden="true">
        <Trans>Also in it</Trans>
      </li>
      {creators.map(({ _id, name, username }) => (
        <li key={_id}>
          <Link
            to="/$profileId"
            params={{ profileId: username ?? _id }}
            className="inline-flex min-h-target items-center font-semibold text-accent-ink hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  if (isOffline) return <Away icon={<MoonStar />} />
  return (
    <ErrorState heading="h1" title={t`This page could not be loaded`} message={errorMessage(error)} onRetry={onRetry} />
  )
}

function NoSuch({ kind }: { kind: PagedKind }) {
  const { t } = useLingui()
  const titles: Record<PagedKind, string> = {
    gallery: t`There is no such gallery`,
    video: t`There is no such video`,
    product: t`There is no such product`,
  }
  return (
    <MissingPage heading="h1" icon={<MoonStar />} title={titles[kind]}>
      <Trans>It may have been removed, or you may not have access.</Trans>
    </MissingPage>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="aspect-video rounded-card" />
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-24" />
    </div>
  )
}
