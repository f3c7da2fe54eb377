import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { $session } from '../../../../core/session/model.ts'

/** Renders a part of the desk for an account that is signed in. */
export function showAsStaff(part: ReactNode): void {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const user = { _id: '0190a5a0-0000-7000-8000-000000000009' } as Profile
  const scope = fork({ values: [[$session, { state: 'signed-in', token: 'x', remember: true, user }]] })
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{part}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

export function endShow(): void {
  cleanup()
}
