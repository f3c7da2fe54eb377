import { allSettled } from 'effector'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { dropPageHead } from './app/boot/drop-page-head.ts'
import { holdPageAnswers } from './app/boot/hold-page-answers.ts'
import { keepPlaces } from './app/boot/keep-places.ts'
import { keepSettings } from './app/boot/keep-settings.ts'
import { listenToBrowser } from './app/boot/listen-to-browser.ts'
import { listenToKeys } from './app/boot/listen-to-keys.ts'
import { onFirstSignIn } from './app/boot/on-first-sign-in.ts'
import { preloadFirstPage } from './app/boot/preload-first-page.ts'
import { startServices } from './app/boot/start-services.ts'
import { noteChoiceHere } from './app/flows/account/note-choice.ts'
import { resumeLogout } from './app/flows/session/resume-logout.ts'
import { router } from './app/router.tsx'
import { registerServiceWorker } from './app/update/register-service-worker.ts'
import { reloadWhenOutdated } from './app/update/reload-when-outdated.ts'
import { connectApi } from './core/api/api.ts'
import { serverMissed, serverReached } from './core/connection/model.ts'
import { showLanguage } from './core/i18n/i18n.ts'
import { notePageBefore } from './core/page/page-before.ts'
import { readLanguage } from './core/preferences/languages.ts'
import { keepChoiceFx } from './core/preferences/model.ts'
import { currentScope } from './core/session/current-scope.ts'
import { emit } from './core/session/emit-in-scope.ts'
import { followSuspension, noteSuspension } from './core/session/note-suspension.ts'
import {
  currentSession,
  followOtherTabs,
  laterToken,
  onTokenRefused,
  refuseToken,
  restoreSession,
} from './core/session/session.ts'
import { checkCountryFx } from './core/settings/model.ts'
import { keepInstallPrompt } from './features/install/install-prompt.ts'
import './styles/app.css'
import { closeOverlays } from './ui/overlay/close-overlays.ts'

keepInstallPrompt()
reloadWhenOutdated()
holdPageAnswers()
preloadFirstPage()
// Not awaited: in a build with an awaiting module each later part would have a file of its own that names another one.
void start()

async function start(): Promise<void> {
  connectApi({
    token: () => {
      const session = currentSession()
      return session.state === 'signed-in' ? session.token : null
    },
    refused: (token) => void refuseToken(token),
    suspended: (token) => {
      const session = currentSession()
      if (session.state === 'signed-in' && session.token === token) noteSuspension(session.user._id, true)
    },
    later: laterToken,
    stepUp: async (ways) => (await import('./app/flows/session/step-up.tsx')).stepUp(ways),
    reached: () => emit(serverReached, undefined),
    missed: () => emit(serverMissed, undefined),
  })
  await Promise.all([showLanguage(readLanguage()), restoreSession()])
  followOtherTabs(() => void router.invalidate())
  followSuspension()
  onTokenRefused((token) => {
    void router.invalidate()
    void import('./app/flows/session/wipe-if-asked.ts').then((flow) => flow.wipeIfAsked(token))
  })
  listenToBrowser()
  listenToKeys((path) => router.history.push(path))
  keepPlaces(router)
  dropPageHead(router)
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    closeOverlays()
    notePageBefore(fromLocation.pathname)
  })
  // Also while the engine of an account is still being loaded.
  keepChoiceFx.use((changes) => void noteChoiceHere(changes))
  // Before the first drawing: the device's storage opens meanwhile.
  onFirstSignIn(() => void startServices((path) => router.history.push(path)))
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void resumeLogout()
  keepSettings()
  void allSettled(checkCountryFx, { scope: currentScope() })
  void registerServiceWorker()
}
