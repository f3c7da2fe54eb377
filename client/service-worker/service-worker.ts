/// <reference lib="webworker" />
import { WipePush } from '@vesper/sync/vesper/api/push.ts'
import * as v from 'valibot'
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { BACKGROUND_SYNC_TAG } from '../core/sync/background-sync-tag.ts'
import { runBackgroundSync } from './background-sync.ts'
import { isShared, keepShared } from './keep-shared.ts'
import { answerMedia, isMedia } from './media-cache.ts'
import { openPush, renewPushInBackground, showPush } from './push.ts'
import { renewShell, SHELL } from './renew-shell.ts'
import { wipeInBackground } from './wipe-in-background.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// The shell, every route and every catalogue are stored before this worker takes over: any screen opens without a line.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

registerRoute(
  new NavigationRoute(createHandlerBoundToURL(SHELL), {
    denylist: [
      /^\/api\//,
      /^\/media\//,
      /^\/socket\.io\//,
      /^\/mailbox/,
      /^\/sandbox\//,
      /^\/flags\//,
      /^\/(health|ready|sw\.js|manifest\.webmanifest)$/,
    ],
  }),
)
registerRoute(isMedia, answerMedia)
registerRoute(isShared, ({ request }) => keepShared(request), 'POST')

// Calls to the server do not wait for this worker to wake up, where a browser can be told so.
self.addEventListener('install', (event) => {
  const { addRoutes } = event as { addRoutes?: (routes: object[]) => Promise<void> }
  const toServer = ['/api/*', '/socket.io/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' }))
  if (addRoutes) event.waitUntil(addRoutes.call(event, toServer).catch(() => undefined))
})

self.addEventListener('message', (event) => {
  const message = event.data as { type?: string } | null
  if (message?.type === 'skip-waiting') void self.skipWaiting()
  if (message?.type === 'renew-shell') event.waitUntil(renewShellFor(event.source))
})

self.addEventListener('sync', (event) => {
  const sync = event as ExtendableEvent & { tag: string }
  if (sync.tag === BACKGROUND_SYNC_TAG) sync.waitUntil(runBackgroundSync().catch(wipeOr))
})

self.addEventListener('push', (event) => {
  const data = jsonOf(event.data)
  event.waitUntil(v.is(WipePush, data) ? wipeInBackground(self) : showPush(self, data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPush(self, event.notification))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(renewPushInBackground(self.registration))
})

/** Tells the page that asked when its headers have changed. Without a line nothing changes, and the page asks again. */
async function renewShellFor(page: ExtendableMessageEvent['source']): Promise<void> {
  const headers = await renewShell().catch(() => null)
  if (headers !== null) page?.postMessage({ type: 'shell-renewed', headers })
}

/** A session that was ended with its data sends nothing any more. */
async function wipeOr(error: unknown): Promise<void> {
  if (!(await wipeInBackground(self))) throw error
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json() as unknown
  } catch {
    return null
  }
}
