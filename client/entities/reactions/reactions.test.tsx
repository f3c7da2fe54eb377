// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { intentionFor, leadTo } from '../../core/session/intention.ts'
import { OwnReactions } from './reaction-buttons.tsx'
import { Reactions } from './reactions.tsx'

const own = vi.hoisted(() => ({ like: false, bookmark: false, set: [] as string[] }))
vi.mock('./use-reaction.ts', () => ({
  useReactions: (_of: object, kinds: string) =>
    (kinds.split(' ') as ('like' | 'bookmark')[]).map((action) => ({
      on: own[action],
      sending: null,
      set: async (on: boolean) => void own.set.push(`${action} ${on}`),
    })),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children, onClick, ...props }: { to: string; children: ReactNode; onClick?: () => void }) => (
    <a href={to} onClick={onClick} {...props} {...{ search: undefined }}>
      {children}
    </a>
  ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  tabForms.clear()
  Object.assign(own, { like: false, bookmark: false, set: [] })
})

const of = { objectType: 'feed', objectId: 'post-1' } as const

function show(part: ReactNode): void {
  cleanup()
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>{part}</I18nProvider>
    </Provider>,
  )
}

function tapAsVisitor(name: string): void {
  beginScope({ state: 'signed-out' })
  show(<Reactions of={of} likes={3} isLocked={false} path="/posts/post-1" />)
  const way = screen.getByRole('link', { name })
  expect(way.getAttribute('href')).toBe('/auth/register')
  fireEvent.click(way)
}

/** As a login of this tab does that leads back to the post. */
function logIn(): void {
  leadTo('/posts/post-1', 'fan')
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: 'fan' } as Profile })
}

test('a visitor who likes a thing signs up, and the thing is liked on the way back, once', () => {
  tapAsVisitor('Like, 3')
  expect(intentionFor('/posts/post-1')).toMatchObject({ purpose: 'like', id: 'post-1' })
  logIn()
  show(<OwnReactions of={{ ...of, objectId: 'post-2' }} likes={0} isLocked={false} />)
  expect(own.set).toEqual([])
  show(<OwnReactions of={of} likes={3} isLocked={false} />)
  expect(own.set).toEqual(['like true'])
  show(<OwnReactions of={of} likes={3} isLocked={false} />)
  expect(own.set).toEqual(['like true'])
})

test('a like from before the login stays', () => {
  tapAsVisitor('Like, 3')
  logIn()
  own.like = true
  show(<OwnReactions of={of} likes={2} isLocked={false} />)
  expect(own.set).toEqual([])
})

test('a bookmark is kept on the way back, of a locked thing too, which cannot be liked', () => {
  tapAsVisitor('Bookmark')
  logIn()
  show(<OwnReactions of={of} likes={0} isLocked />)
  expect(own.set).toEqual(['bookmark true'])
  tapAsVisitor('Like, 3')
  logIn()
  show(<OwnReactions of={of} likes={0} isLocked />)
  expect(own.set).toEqual(['bookmark true'])
})
