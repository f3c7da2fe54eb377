import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { CartInHead } from '../app/flows/cart-in-head.tsx'
import { FollowOrLoginButton } from '../app/flows/follow-or-login-button.tsx'
import { NewMenu } from '../app/flows/new-menu.tsx'
import { openConversation } from '../app/flows/open-conversation.ts'
import { SubscribeControl } from '../app/flows/subscribe-control.tsx'
import { lazyAgain } from '../core/i18n/lazy-with-texts.ts'
import { keepIntention } from '../core/session/intention.ts'
import { $session } from '../core/session/model.ts'
import { CreatorPage } from '../features/creators/creator-page.tsx'
import type { ProfileTab } from '../features/creators/creator-page.tsx'
import { useLocalCreator } from '../features/creators/use-local-creator.ts'
import { CreatorFeed } from '../features/posts/creator-feed.tsx'
import { Skeleton } from '../ui/list/skeleton.tsx'

const loadTabs = () => import('../features/assets/lists/creator-tab-lists.tsx')
const PhotosOf = lazyAgain(async () => (await loadTabs()).PhotosOf, 'content')
const VideosOf = lazyAgain(async () => (await loadTabs()).VideosOf, 'content')
const GalleriesOf = lazyAgain(async () => (await loadTabs()).GalleriesOf, 'content')
const ShopOfCreator = lazyAgain(async () => (await import('../app/flows/creator-shop.tsx')).ShopOfCreator, 'content')
const TipMenuCard = lazyAgain(async () => (await import('../entities/tips/tip-menu-card.tsx')).TipMenuCard, 'content')
const ShowOffer = lazyAgain(async () => (await import('../features/live/shows/show-offer.tsx')).ShowOffer, 'live')
const CreatorAbout = lazyAgain(
  async () => (await import('../features/creators/creator-about.tsx')).CreatorAbout,
  'pages',
)

export const Route = createFileRoute('/$profileId')({
  staticData: { catalogues: ['content'], title: msg`Creator` },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string | undefined } => ({
    tab: typeof tab === 'string' ? tab : undefined,
  }),
  component: Page,
})

function Page() {
  const { t } = useLingui()
  const { profileId } = Route.useParams()
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const session = useUnit($session)
  const viewer = session.state === 'signed-in' ? session.user._id : null
  // Creators do not write to each other.
  const isCreator = session.state !== 'signed-out' && session.user.isPerformer
  const held = useLocalCreator(profileId)
  const message = async (creator: Creator) => {
    if (viewer) return openConversation(router, creator)
    const path = `/${profileId}`
    keepIntention({ purpose: 'message', id: creator._id, name: creator.name, path })
    await router.navigate({ to: '/auth/register', search: { next: path } })
  }
  const tabsOf = (creator: Creator): ProfileTab[] => {
    const { _id } = creator
    const path = `/${profileId}?tab=shop`
    return [
      {
        id: 'posts',
        label: t`Posts`,
        content: <CreatorFeed author={creator} isVisitor={session.state === 'signed-out'} />,
      },
      { id: 'photos', label: t`Photos`, content: later(<PhotosOf performerId={_id} />) },
      { id: 'videos', label: t`Videos`, content: later(<VideosOf performerId={_id} />) },
      { id: 'galleries', label: t`Galleries`, content: later(<GalleriesOf performerId={_id} />) },
      { id: 'shop', label: t`Shop`, content: later(<ShopOfCreator creatorId={_id} viewer={viewer} path={path} />) },
      { id: 'about', label: t`About`, content: later(<CreatorAbout creator={creator} />) },
    ]
  }
  return (
    <CreatorPage
      key={profileId}
      profileId={profileId}
      viewer={viewer}
      held={held}
      follow={(creator) => (
        <>
          <SubscribeControl creator={creator} />
          <FollowOrLoginButton creator={creator} isOnPage />
        </>
      )}
      onMessage={isCreator ? null : message}
      tips={(creator) => (
        <Suspense fallback={null}>
          <TipMenuCard creatorId={creator._id} />
          {viewer && !isCreator && <ShowOffer performer={{ ...creator, isPerformer: true }} page={`/${profileId}`} />}
        </Suspense>
      )}
      create={isCreator && <NewMenu />}
      actions={<CartInHead className="bg-bg/70 backdrop-blur" />}
      tabs={tabsOf}
      tab={tab}
      onTab={(id) => void navigate({ search: id === 'posts' ? {} : { tab: id }, replace: true, resetScroll: false })}
    />
  )
}

/** A tab that few open first loads when it is opened. */
function later(content: ReactNode) {
  return <Suspense fallback={<Skeleton className="h-60 rounded-card" />}>{content}</Suspense>
}
