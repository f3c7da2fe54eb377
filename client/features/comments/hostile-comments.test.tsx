// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CommentItem } from './comment-item.tsx'
import { comment, other } from './testing/thread.tsx'
import { noOwnPart, ThreadContext } from './thread-context.ts'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const live = { created: new Map(), edited: new Map(), deleted: new Set<string>(), answers: new Map() }

function show(text: string, name = other.name): HTMLElement {
  const objectId = v7()
  const thread = { ...noOwnPart, objectType: 'feed' as const, objectId, ownerId: v7(), viewer: null, live, missed: 0 }
  const author = { ...other, name, isPerformer: true }
  const shown = { ...comment({ objectId, text, author, mentions: ['mara'] }), sending: { kind: 'done' as const } }
  render(
    <I18nProvider i18n={i18n}>
      <ThreadContext value={thread}>
        <CommentItem comment={shown} />
      </ThreadContext>
    </I18nProvider>,
  )
  return screen.getByRole('article')
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>@mara',
  '<a href="javascript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  'javascript:alert(1)//https://x.test/"onmouseover="alert(1)',
  '\u{e0041}\u200bnothing\u2060 to see',
  'Bcc: all@example.test\nX: y',
]

test.each(hostile)('a comment with the text %j is shown as text', (text) => {
  const article = show(text)
  expect(article.textContent).toContain(text)
  expectInert(article)
})

test.each([...hostile.slice(0, 5), 'ada\u200b', '\u{e0041}'])('the name %j is text of its own direction', (name) => {
  const article = show('Hello', name)
  expect(article.querySelector('bdi')?.textContent).toBe(name)
  expectInert(article)
})

/** Nothing in it can run or load: only elements that this app draws. */
function expectInert(article: HTMLElement): void {
  expect([...article.querySelectorAll('script, iframe, object, img[src="x"], style')]).toEqual([])
  for (const element of article.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([])
    expect(element.getAttribute('href') ?? 'https:').toMatch(/^(?:https?:|\/)/)
  }
}
