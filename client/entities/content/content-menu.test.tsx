// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { ContentActionsContext } from './content-actions.ts'
import type { ContentAction } from './content-actions.ts'
import { ContentDialog } from './content-dialog.tsx'
import { ContentMenu } from './content-menu.tsx'
import { ShareMenu } from './share-menu.tsx'
import type { SharedPage } from './share-page.ts'

const content = { type: 'feed', id: 'post', ownerId: 'creator' } as const

const report: ContentAction = {
  label: { id: 'Report' },
  icon: null,
  dialog: ({ content: { id }, onClose }) => <button onClick={onClose}>{`Close ${id}`}</button>,
}

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  await import('../../ui/overlay/menu-content.tsx')
})
afterEach(cleanup)

test('offers visitors nothing', () => {
  beginScope({ state: 'signed-out' })
  show()
  expect(screen.queryByRole('button')).toBeNull()
})

test('offers the owner nothing', () => {
  signIn('creator')
  show()
  expect(screen.queryByRole('button')).toBeNull()
})

test('opens the dialog of the chosen entry for this content, until it closes', async () => {
  signIn('fan')
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Post options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Report' }))
  fireEvent.click(await screen.findByText('Close post'))
  expect(screen.queryByText('Close post')).toBeNull()
})

test.each(['visitor', 'creator', 'fan'])('offers a %s to share content that has a page', async (viewer) => {
  if (viewer === 'visitor') beginScope({ state: 'signed-out' })
  else signIn(viewer)
  show({ name: 'Post by Ada', path: '/posts/post' })
  fireEvent.click(screen.getByRole('button', { name: 'Post options' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['Share', 'Copy link', ...(viewer === 'creator' ? [] : ['Report'])])
})

test('leads a visitor who reports to the form, with the address of the page', async () => {
  beginScope({ state: 'signed-out' })
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  show({ name: 'Post by Ada', path: '/posts/post' })
  fireEvent.click(screen.getByRole('button', { name: 'Post options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Report' }))
  expect(assign).toHaveBeenCalledWith('/report?page=%2Fposts%2Fpost')
})

test('offers the code of a profile alone', async () => {
  signIn('fan')
  show({ name: 'Ada', path: '/ada' }, true)
  fireEvent.click(screen.getByRole('button', { name: 'Post options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'QR code' }))
  expect(await screen.findByRole('img', { name: 'QR code of Ada', hidden: true })).toBeTruthy()
})

test('shows the address where the browser copies none', async () => {
  signIn('fan')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  show({ name: 'Post by Ada', path: '/posts/post' })
  fireEvent.click(screen.getByRole('button', { name: 'Post options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share', hidden: true })
  expect(dialog.querySelector('input')?.value).toBe(`${location.origin}/posts/post`)
})

function signIn(_id: string): void {
  const user = { _id } as Profile
  beginScope({ state: 'signed-in', token: 'token', remember: true, user })
}

function show(page: SharedPage | null = null, hasCode = false): void {
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <ContentActionsContext
          value={{ menu: [report], buy: report, tip: report, subscribe: report, follow: () => null }}
        >
          <main>
            {page ? (
              <ShareMenu label="Post options" content={content} page={page} hasCode={hasCode} />
            ) : (
              <ContentMenu label="Post options" content={content} />
            )}
          </main>
        </ContentActionsContext>
        <ContentDialog />
      </I18nProvider>
    </Provider>,
  )
}
