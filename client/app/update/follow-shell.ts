import { isInUse } from './reload-once.ts'
import { reloadFor } from './reload-when-outdated.ts'

/**
 * Keeps the headers of the page as the server sends them: the worker answers with a kept page, whose policy may be of a time
 * before a setting was changed. The worker is asked now, and when the policy has refused to load something. A page whose
 * headers have changed is loaded anew unless somebody is in the middle of something; then the next start has them.
 */
export function followShell(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: string; headers?: string }>) => {
    if (data?.type !== 'shell-renewed' || !data.headers || isInUse()) return
    reloadFor(Promise.resolve(data.headers.replaceAll('\n', '; ')))
  })
  addEventListener('securitypolicyviolation', ({ disposition }) => {
    if (disposition === 'enforce') renewShell()
  })
  renewShell()
}

/** Asks the worker to look at the headers of the page. */
export function renewShell(): void {
  navigator.serviceWorker.controller?.postMessage({ type: 'renew-shell' })
}
