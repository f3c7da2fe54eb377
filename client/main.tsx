import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectApi } from './api.ts'
import { App } from './app.tsx'
import { emit } from './emit.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { listenToBrowser } from './browser-events.ts'
import { serverMissed, serverReached } from './features/connection/model.ts'
import { keepChoiceFx } from './features/preferences/model.ts'
import { readLanguage } from './features/preferences/languages.ts'
import { loadSettingsFx } from './features/settings/model.ts'
import { keepInstallPrompt } from './features/install/install-prompt.ts'
import { showLanguage } from './i18n.ts'
import { noteChoiceHere } from './note-choice.ts'
import { loadAgain } from './load-again.ts'
import { router } from './router.tsx'
import { whenFirstSignedIn } from './when-first-signed-in.ts'
import { currentScope } from './scope.ts'
import { finishLeaving } from './finish-leaving.ts'
import { currentSession, followOtherTabs, onTokenRefused, refuseToken, restoreSession } from './session.ts'
import { registerServiceWorker } from './service-worker-registration.ts'
import './styles/app.css'
import { allSettled } from 'effector'

keepInstallPrompt()
fetchAhead()
// What is awaited in there must not import from this file's chunk, which it would wait for.
await start()

async function start(): Promise<void> {
  connectApi({
    token: () => {
      const session = currentSession()
      return session.state === 'signed-in' ? session.token : null
    },
    refused: (token) => void refuseToken(token),
    reached: () => emit(serverReached, undefined),
    missed: () => emit(serverMissed, undefined),
  })
  await Promise.all([showLanguage(readLanguage()), restoreSession()])
  followOtherTabs(() => void router.invalidate())
  onTokenRefused(() => void router.invalidate())
  listenToBrowser()
  // Also while the engine of an account is still being loaded.
  keepChoiceFx.use((changes) => void noteChoiceHere(changes))
  // Before the first drawing: the device's storage opens meanwhile.
  whenFirstSignedIn(() => void loadAgain(() => import('./connected.ts')).then(({ keepRunning }) => keepRunning()))
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void finishLeaving()
  void allSettled(loadSettingsFx, { scope: currentScope() })
  void registerServiceWorker()
}
