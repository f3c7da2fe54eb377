// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { beginScope } from '../../core/session/current-scope.ts'
import { keepIntention, leadTo } from '../../core/session/intention.ts'
import { CreatorHeader } from './creator-header.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../entities/live/live-avatar.tsx', () => ({ LiveAvatar: () => null }))
vi.mock('./creator-menu.tsx', () => ({ CreatorMenu: () => null }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  tabForms.clear()
})

const ines = { _id: 'id-ines', name: 'Ines', username: 'ines' } as Creator

function show({ viewer, onMessage }: { viewer: string | null; onMessage: (() => Promise<void>) | null }): void {
  cleanup()
  render(
    <I18nProvider i18n={i18n}>
      <CreatorHeader creator={ines} {...{ viewer, onMessage, follow: null, create: null }} />
    </I18nProvider>,
  )
}

test('a visitor who wanted to write is led to the conversation on the way back, once', async () => {
  const onMessage = vi.fn(() => Promise.resolve())
  keepIntention({ purpose: 'message', id: ines._id, name: ines.name, path: '/ines' })
  show({ viewer: null, onMessage })
  expect(screen.getByRole('button', { name: 'Message' })).toBeTruthy()
  expect(onMessage).not.toHaveBeenCalled()
  logInAs('fan')
  show({ viewer: 'fan', onMessage })
  await waitFor(() => expect(onMessage).toHaveBeenCalledOnce())
  show({ viewer: 'fan', onMessage })
  expect(onMessage).toHaveBeenCalledOnce()
})

test('nobody is led to a conversation with themselves', () => {
  const onMessage = vi.fn(() => Promise.resolve())
  keepIntention({ purpose: 'message', id: ines._id, name: ines.name, path: '/ines' })
  logInAs(ines._id)
  show({ viewer: ines._id, onMessage })
  expect(onMessage).not.toHaveBeenCalled()
})

/** As a login of this tab does that leads back to the creator. */
function logInAs(_id: string): void {
  leadTo('/ines', _id)
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id } as Profile })
}
