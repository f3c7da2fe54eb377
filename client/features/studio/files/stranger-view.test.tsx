// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $settings } from '../../../core/settings/model.ts'
import { StrangerView } from './stranger-view.tsx'

vi.mock('../../../core/sync/sync-provider.tsx', () => ({
  useSync: () => ({ db: { uploads: { bulkGet: async () => [] } } }),
}))

const file = (_id: string, type: FileRecord['type'], durationMs?: number) =>
  ({ _id, type, status: 'ready', url: `/files/${_id}`, thumbnailUrl: null, durationMs }) as unknown as FileRecord
const records = [file('a', 'photo'), file('b', 'photo'), file('c', 'video', 192_000), file('d', 'photo')]
const none = { price: 0, fileIds: [], thumbnailId: null, hasTeaser: false, records: [] }
const whole = { ...none, fileIds: ['a', 'b', 'c'], records }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each([
  ['followers', whole, ['Follow to see this post', '2 photos and 1 video, 3:12', 'Follow']],
  [
    'subscribers',
    { ...whole, hasTeaser: true },
    ['For subscribers', '2 photos and 1 video, 3:12', 'Play teaser', 'Subscribe'],
  ],
  [
    'paid',
    { ...whole, price: 30 },
    ['This post costs 30 tokens ($1.50)', '2 photos and 1 video, 3:12', 'Unlock for 30 tokens ($1.50)'],
  ],
  ['paid', { ...none, price: 1 }, ['This post costs 1 token ($0.05)', 'Unlock for 1 token ($0.05)']],
  // Its author has yet to enter one.
  ['paid', none, ['For buyers']],
  ['public', whole, []],
] as const)('of a post for %s others see its terms and what it holds', (access, shown, words) => {
  const view = show(access, shown)
  expect([...view.querySelectorAll('p, span')].map((one) => one.textContent)).toEqual(
    access === 'public' ? ['Everybody sees the whole post.'] : words,
  )
})

test.each([
  ['the thumbnail as it is', 'd', '/files/d', false],
  ['the first photo blurred', null, '/files/a', true],
])('the picture is %s', (...[, thumbnailId, address, isBlurred]) => {
  const picture = show('paid', { ...whole, price: 30, thumbnailId }).querySelector('img')
  expect([picture?.getAttribute('src'), picture?.className.includes('blur')]).toEqual([address, isBlurred])
})

test('nothing in it can be pressed', () => {
  show('paid', { ...whole, price: 30, hasTeaser: true })
  expect([screen.queryAllByRole('button'), screen.queryAllByRole('link')]).toEqual([[], []])
})

function show(access: PostAccess, given: Omit<ComponentProps<typeof StrangerView>, 'access'>): HTMLElement {
  const settings = { tokenValue: 0.05, currency: 'usd' } as unknown as PublicSettings
  const scope = fork({ values: [[$settings, settings]] })
  render(
    <I18nProvider i18n={i18n}>
      <Provider value={scope}>
        <StrangerView access={access} {...given} />
      </Provider>
    </I18nProvider>,
  )
  return screen.getByRole('figure')
}
