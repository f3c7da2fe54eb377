import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'effector-react'
import { useSyncExternalStore } from 'react'
import { currentScope, subscribeToScope } from '../core/session/current-scope.ts'
import { router } from './router.tsx'

/** The app under the running session's scope. */
export function App() {
  const scope = useSyncExternalStore(subscribeToScope, currentScope)
  return (
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </Provider>
  )
}
