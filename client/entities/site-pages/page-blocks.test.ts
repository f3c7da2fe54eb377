import { expect, test } from 'vitest'
import { pageBlocks } from './page-blocks.ts'

test('reads headings, paragraphs, lists and links', () => {
  expect(pageBlocks('## One\n\nA line\nand [more](/explore).\n\n- a\n- b\n\n- c\n')).toEqual([
    { kind: 'heading', spans: [{ text: 'One' }] },
    {
      kind: 'paragraph',
      spans: [{ text: 'A line' }, { text: ' ' }, { text: 'and ' }, { text: 'more', href: '/explore' }, { text: '.' }],
    },
    { kind: 'list', items: [[{ text: 'a' }], [{ text: 'b' }]] },
    { kind: 'list', items: [[{ text: 'c' }]] },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '[a](javascript:alert(1))',
  '[a](JavaScript:x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](data:text/html,x)',
  '![a](x)',
  '### deeper',
])('shows %s as text', (text) => {
  const [block] = pageBlocks(text)
  expect(block).toMatchObject({ kind: 'paragraph' })
  const spans = block && 'spans' in block ? block.spans : []
  expect(spans.every(({ href }) => href === undefined)).toBe(true)
  expect(spans.map((span) => span.text).join('')).toBe(text)
})

test.each(['https://example.org/a?b=c', 'http://example.org', 'mailto:us@example.org', '/pages/help'])(
  'links to %s',
  (href) => expect(pageBlocks(`[us](${href})`)).toEqual([{ kind: 'paragraph', spans: [{ text: 'us', href }] }]),
)
