import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { $offline, $storage, $stuck, $unseen } from '../core/connection/model.ts'
import { lazyAgain } from '../core/i18n/lazy-with-texts.ts'
import { useShownPageName } from '../core/page/page-name.ts'
import { $theme } from '../core/preferences/model.ts'
import { $session } from '../core/session/model.ts'
import { $suspended } from '../core/session/suspension.ts'
import { $forcedLayout } from '../core/settings/model.ts'
import { Toaster } from '../ui/overlay/toaster.tsx'
import { $keyDialog } from './flows/keyboard/model.ts'
import { focusHeading } from './focus-heading.ts'
import { LanguageSwitch } from './layouts/language-switch.tsx'
import { useLayouts } from './layouts/load-layouts.ts'
import { OfflineNotice } from './notices/offline-notice.tsx'
// Nearly every layout shows it, and a file of its own would weigh more than it does.
import '../ui/icons/logo.tsx'
import { pageOfMatches } from './page-of-matches.ts'
import type { Layout } from './page-rules.ts'
import { $update } from './update/model.ts'

const KeyDialog = lazyAgain(async () => (await import('./flows/keyboard/key-dialog.tsx')).KeyDialog, 'aside')
const UpdatePrompt = lazyAgain(async () => (await import('./update/update-prompt.tsx')).UpdatePrompt)
const StuckNotice = lazyAgain(async () => (await import('./notices/sync-stalled-notice.tsx')).StuckNotice, 'pages')
const StorageNotice = lazyAgain(async () => (await import('./notices/storage-notice.tsx')).StorageNotice)

/** The frame of every page: its layout, the notices, the questions. */
export function Shell() {
  const { i18n } = useLingui()
  const page = pageOfMatches(useMatches())
  const [forced, theme, update, unseen, keyDialog] = useUnit([$forcedLayout, $theme, $update, $unseen, $keyDialog])
  const isShut = useUnit($suspended) && !page.whileSuspended
  const isClosed = forced !== null && !(forced === 'maintenance' && page.whileClosed)
  const layout = (isClosed ? forced : null) ?? (isShut ? 'suspended' : page.layout) ?? 'primary'
  const name = useShownPageName() ?? (page.title && i18n._(page.title))
  const title = `${unseen > 0 ? `(${unseen}) ` : ''}${name ? `${name} · ` : ''}Vesper`
  useEffect(() => {
    document.title = title
  }, [title])
  useFocusAfterNavigation()
  return (
    <>
      <a
        href="#content"
        className="fixed start-3 top-3 z-50 -translate-y-24 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        <Trans>Skip to the content</Trans>
      </a>
      <Frame layout={layout} tabBar={page.tabBar ?? true} />
      <div role="status">
        {update !== 'none' && (
          <Suspense fallback={null}>
            <UpdatePrompt />
          </Suspense>
        )}
      </div>
      <Toaster theme={theme} />
      {keyDialog && (
        <Suspense fallback={null}>
          <KeyDialog />
        </Suspense>
      )}
    </>
  )
}

function Frame({ layout, tabBar }: { layout: Layout; tabBar: boolean }) {
  const [session, storage, stuck, isOffline] = useUnit([$session, $storage, $stuck, $offline])
  const signedIn = session.state === 'signed-in'
  const frames = useLayouts(layout, signedIn)
  // Somebody who signs in in another tab keeps the page until the frame of accounts has come.
  const [wasVisitor, setWasVisitor] = useState(false)
  const isVisitor = !signedIn && (layout === 'primary' || layout === 'home')
  if (isVisitor !== wasVisitor && (isVisitor || frames.app)) setWasVisitor(isVisitor)
  const {
    app: AppChrome,
    visitor: VisitorFrame,
    public: PublicLayout,
    closed: ClosedLayout,
    suspended: SuspendedLayout,
  } = frames
  const notice = (
    <>
      <OfflineNotice signedIn={signedIn} />
      <div role="status">
        <Suspense fallback={null}>
          {storage !== 'sound' && <StorageNotice />}
          {stuck && signedIn && <StuckNotice />}
        </Suspense>
      </div>
    </>
  )
  // Offline a frame that was not loaded yet does not come: the page itself says so.
  const unframed = isOffline && (
    <div id="content">
      {notice}
      <Outlet />
    </div>
  )
  switch (layout) {
    case 'maintenance':
    case 'geo-block':
      return ClosedLayout && <ClosedLayout reason={layout} />
    case 'suspended':
      return SuspendedLayout && <SuspendedLayout notice={notice} />
    case 'public':
      return PublicLayout ? (
        <PublicLayout notice={notice} languages={<LanguageSwitch />}>
          <Outlet />
        </PublicLayout>
      ) : (
        unframed
      )
    case 'blank':
      return (
        <div id="content">
          {notice}
          <Outlet />
        </div>
      )
    default:
      if (!signedIn || (!AppChrome && wasVisitor)) {
        return VisitorFrame ? (
          <VisitorFrame canSignUp={session.state === 'signed-out'} canLogIn={!signedIn} notice={notice}>
            <Outlet />
          </VisitorFrame>
        ) : (
          unframed
        )
      }
      return (
        AppChrome && (
          <AppChrome wide={layout === 'home'} tabBar={tabBar} notice={notice}>
            <Outlet />
          </AppChrome>
        )
      )
  }
}

/**
 * Puts the focus on the heading of a page that was navigated to, so that a screen reader begins there; not when its user has
 * put it somewhere while the page was on its way, where it would close what was opened.
 */
function useFocusAfterNavigation(): void {
  const address = useRouterState({ select: ({ location }) => location.pathname })
  const left = useRef<Element>(null)
  useEffect(() => {
    left.current = document.activeElement
  }, [address])
  // The address changes before the page does: until then the heading is that of the page before.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef<string>(undefined)
  useEffect(() => {
    // Somebody may have gone on before the first page was there.
    const isFirst = before.current === undefined && left.current === document.body
    before.current = pathname
    return isFirst ? undefined : focusHeading(left.current)
  }, [pathname])
}
