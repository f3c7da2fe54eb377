import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect } from 'react'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { reloadOnce } from '../update/reload-once.ts'
import { reloadFor } from '../update/reload-when-outdated.ts'

/**
 * A file of the page did not load. The page is loaded anew where the server can be reached: by itself once for an error, with a press
 * each time. The address is that of the page already.
 */
export function MissingFileScreen({ error }: { error: Error }) {
  const { t } = useLingui()
  const again = useCallback(() => reloadFor(isServerThere().then((isThere) => isThere && error.message)), [error])
  useEffect(again, [again])
  const isOffline = useOnReconnect(true, again)
  return (
    <ErrorState
      heading="h1"
      title={isOffline ? t`You are offline` : t`This page could not be shown`}
      message={t`This page was not loaded yet.`}
      onRetry={() => void isServerThere().then((isThere) => isThere && reloadOnce())}
    />
  )
}

/** Without the server the browser would show a page of its own. A page that strangers may not know is answered 404 by a server in order. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).status < 500
  } catch {
    return false
  }
}
