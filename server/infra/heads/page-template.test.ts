import { expect, test } from 'vitest'
import { pageTemplate } from './page-template.ts'

const built = `<html><head>
  <title>Vesper</title>
  <meta name="viewport" content="x" />
  <meta name="description" content="Vesper: follow > creators" />
  <script src="/theme.js"></script></head></html>`

test('a whole head takes the place of the title and the description', () => {
  const html = pageTemplate(built)({ html: '<title>$& $1</title>', isWhole: true })
  expect(html).toContain('<title>$& $1</title>\n  <meta name="viewport"')
  expect(html).not.toMatch(/Vesper|description/)
  expect(html).toContain('<script src="/theme.js">')
})

test('another head stands beside them', () => {
  const html = pageTemplate(built)({ html: '<meta name="robots" />', isWhole: false })
  expect(html).toContain('<title>Vesper</title>\n    <meta name="robots" />')
  expect(html).toContain('name="description"')
})
