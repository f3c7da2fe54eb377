import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense, useCallback, useState } from 'react'
import { FollowOrLoginButton } from '../app/flows/follow-or-login-button.tsx'
import { $contents } from '../core/connection/model.ts'
import { lazyAgain } from '../core/i18n/lazy-with-texts.ts'
import { $user } from '../core/session/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { RecentConversations } from '../features/conversations/recent-conversations.tsx'
import { SuggestedCreators } from '../features/creators/suggested-creators.tsx'
import { SettledFollows } from '../features/follows/settled-follows.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { InstallCard } from '../features/install/install-card.tsx'
import { HomeFeed } from '../features/posts/home-feed.tsx'
import { Announcements } from '../features/promos/announcements.tsx'

const FirstStepsAtHome = lazyAgain(
  async () => (await import('../app/flows/first-steps-at-home.tsx')).FirstStepsAtHome,
  'aside',
)

const LiveNowRow = lazyAgain(async () => (await import('../features/live/list/live-now-row.tsx')).LiveNowRow, 'content')

const ConfirmAddress = lazyAgain(
  async () => (await import('../features/account/confirm-address.tsx')).ConfirmAddress,
  'pages',
)

export const Route = createFileRoute('/home')({
  staticData: { authenticate: true, layout: 'home', catalogues: ['content'], title: msg`Home` },
  component: Page,
})

function Page() {
  const [user, contents] = useUnit([$user, $contents])
  const [areSettled, setSettled] = useState(false)
  const onSettled = useCallback(() => setSettled(true), [])
  if (!user) return null
  return (
    <HomePage
      name={user.name}
      install={<InstallCard />}
      announcements={
        <>
          <div className="safe-x pb-4 empty:hidden">
            {!user.emailVerified && (
              <Suspense fallback={null}>
                <ConfirmAddress user={user} />
              </Suspense>
            )}
          </div>
          <Announcements position="home" />
        </>
      }
      live={
        <Suspense fallback={null}>
          <LiveNowRow />
        </Suspense>
      }
      conversations={
        <RecentConversations viewerId={user._id} isLoading={contents === 'coming'} onSettled={onSettled} />
      }
      feed={
        <HomeFeed
          viewerId={user._id}
          contents={contents}
          start={
            <WithSync fallback={null} canWait>
              <Suspense fallback={null}>
                <FirstStepsAtHome user={user} />
              </Suspense>
            </WithSync>
          }
        />
      }
      creators={
        <SettledFollows isWhole={contents !== 'coming'}>
          {(followed) => (
            <SuggestedCreators
              viewer={user._id}
              followed={followed}
              isHeldBack={!areSettled}
              action={(creator) => <FollowOrLoginButton creator={creator} className="w-full lg:w-auto" />}
            />
          )}
        </SettledFollows>
      }
    />
  )
}
