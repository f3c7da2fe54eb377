import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { loadCatalogues } from '../../../core/i18n/i18n.ts'
import { currentScope } from '../../../core/session/current-scope.ts'
import { rotateToken } from '../../../core/session/rotate-token.ts'
import { StepUpDialog } from '../../../features/security/step-up-dialog.tsx'

let asking: Promise<boolean> | null = null

/**
 * Asks the user to confirm who it is by one of these ways, parted by commas, over whatever page is open. Tells if they have:
 * then the session has its next token. Calls that come at a time share one question.
 */
export function stepUp(ways: string): Promise<boolean> {
  asking ??= ask(ways.split(',')).finally(() => (asking = null))
  return asking
}

async function ask(ways: string[]): Promise<boolean> {
  await loadCatalogues(['security'])
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  try {
    return await new Promise<boolean>((resolve) => {
      root.render(
        <Provider value={currentScope()}>
          <I18nProvider i18n={i18n}>
            <StepUpDialog
              ways={ways}
              onToken={async (token) => {
                await rotateToken(token)
                resolve(true)
              }}
              onClose={() => resolve(false)}
            />
          </I18nProvider>
        </Provider>,
      )
    })
  } finally {
    root.unmount()
    host.remove()
  }
}
