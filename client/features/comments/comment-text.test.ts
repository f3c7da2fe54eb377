import { expect, test } from 'vitest'
import { commentSegments } from './comment-text.tsx'

const shown = (text: string, mentions: string[]) =>
  commentSegments(text, mentions).map(({ kind, text }) => (kind === 'text' ? text : `${kind}:${text}`))

test.each([
  ['Hi @Mara!', ['mara'], ['Hi ', 'mention:@Mara', '!']],
  ['@mara.@mara', ['mara'], ['mention:@mara', '.@mara']],
  ['mail a@mara or @nobody', ['mara'], ['mail a@mara or @nobody']],
  ['مرحبًا @mara', ['mara'], ['مرحبًا ', 'mention:@mara']],
  [
    'see https://x.test/@mara and @mara.k',
    ['mara', 'mara.k'],
    ['see ', 'link:https://x.test/@mara', ' and ', 'mention:@mara.k'],
  ],
  ['<img src=x onerror=1>@mara', ['mara'], ['<img src=x onerror=1>', 'mention:@mara']],
])('%s', (text, mentions, expected) => {
  expect(shown(text, mentions)).toEqual(expected)
})
