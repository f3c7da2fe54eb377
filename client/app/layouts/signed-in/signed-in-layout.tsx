import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Bell, Compass, House, MessageCircle, PenLine, UserRound } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../../core/session/model.ts'
import { postLoginDestination } from '../../../core/session/post-login-destination.ts'
import { useSync, WithSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { ContentActionsContext } from '../../../entities/content/content-actions.ts'
import { ContentDialog } from '../../../entities/content/content-dialog.tsx'
import { AskAgain } from '../../../entities/payments/reminders/ask-again.tsx'
import { UnseenBadge } from '../../../features/conversations/unseen-badge.tsx'
import { UnreadBadge } from '../../../features/notifications/unread-badge.tsx'
import { Announcer } from '../../../ui/text/announcer.tsx'
import { contentActions } from '../../content-actions.ts'
import { keepFocusInLists } from '../../keep-focus-in-lists.ts'
import { DataNotice } from '../data-notice.tsx'
import { LiveNow } from '../live-now.tsx'
import { PrimaryLayout } from './primary-layout.tsx'
import type { Destination } from './tab.tsx'

const loadMenu = () => import('../account-menu.tsx')
const AccountMenu = lazyAgain(async () => (await loadMenu()).AccountMenu)
const AccountLogout = lazyAgain(
  async () => (await import('../../flows/session/logout-flow.tsx')).AccountLogout,
  'pages',
)

const BackFromPayPage = lazyAgain(
  async () => (await import('../../../entities/payments/top-up/back-from-pay-page.ts')).BackFromPayPage,
)
/** The browser's Back button has loaded the app. */
const isBack = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'back_forward')

const UploadsTray = lazyAgain(
  async () => (await import('../../../features/uploads/uploads-tray.tsx')).UploadsTray,
  'app',
)

type Props = { wide: boolean; tabBar: boolean; notice: ReactNode; children: ReactNode }

/** The navigation around the pages of somebody signed in; visitors have a frame of their own. */
export function AppChrome({ wide, tabBar, notice, children }: Props) {
  const session = useUnit($session)
  const destinations = useDestinations()
  const [leaving, setLeaving] = useState(false)
  useEffect(keepFocusInLists, [])
  // These pages list them themselves.
  const isMediaPage = useLocation({
    select: ({ pathname }) => pathname === '/creator/media' || pathname === '/creator/overview',
  })
  if (session.state !== 'signed-in') return null
  const uploads = !isMediaPage && (
    <WithSync fallback={null} canWait>
      <Uploads isCreator={session.user.isPerformer} hasTabs={tabBar} />
    </WithSync>
  )
  return (
    <ContentActionsContext value={contentActions}>
      <PrimaryLayout
        {...{ destinations, wide, tabBar }}
        notice={
          <>
            {notice}
            <DataNotice />
            {!tabBar && uploads}
          </>
        }
        user={session.user}
        menu={{
          preload: () => void loadMenu(),
          content: (menu) => <AccountMenu {...menu} user={session.user} onLeave={() => setLeaving(true)} />,
        }}
      >
        {children}
      </PrimaryLayout>
      {tabBar && uploads}
      <ContentDialog />
      <Suspense fallback={null}>{isBack && <BackFromPayPage />}</Suspense>
      <Announcer />
      <LiveNow />
      <WithSync fallback={null} canWait>
        <AskAgain />
      </WithSync>
      {leaving && (
        <Suspense fallback={null}>
          <AccountLogout account={session.user._id} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </ContentActionsContext>
  )
}

/** Nothing of the tray is loaded before a file goes up. */
function Uploads(props: { isCreator: boolean; hasTabs: boolean }) {
  const { db } = useSync()
  const count = useLiveQuery(() => db.uploads.where('state').anyOf('waiting', 'sending').count(), [db])
  if (!count) return null
  return (
    <Suspense fallback={null}>
      <UploadsTray {...props} />
    </Suspense>
  )
}

function useDestinations(): Destination[] {
  const { t } = useLingui()
  const session = useUnit($session)
  if (session.state !== 'signed-in') return []
  const { user } = session
  const messages = { to: '/messages', label: t`Messages`, Icon: MessageCircle, badge: <UnseenBadge /> }
  const unread = (
    <WithSync fallback={null} canWait>
      <UnreadBadge />
    </WithSync>
  )
  const activity = { to: '/notifications', label: t`Activity`, Icon: Bell, badge: unread }
  if (!user.isPerformer) {
    const home = { to: '/home', label: t`Home`, Icon: House }
    return [home, { to: '/explore', label: t`Explore`, Icon: Compass }, messages, activity]
  }
  const profile = {
    to: postLoginDestination(user),
    label: t({ message: 'Profile', context: 'the page of a creator, to themselves' }),
    Icon: UserRound,
  }
  const studio = { to: '/creator/studio', label: t`Studio`, Icon: PenLine }
  return user.username ? [profile, studio, messages, activity] : [studio, messages, activity]
}
