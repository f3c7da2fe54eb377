import { expect, test } from 'vitest'
import { pageTemplate } from './page-template.ts'

const built = `<html><head>
  <title>Vesper</title>
  <meta name="viewport" content="x" />
  <meta name="description" content="Vesper: follow > creators" />
  <script src="/theme.js"></script></head></html>`

test('a whole head takes the place of the title and the description', () => {
  const html = pageTemplate(built)({ head: { html: '<title>$& $1</title>', isWhole: true } })
  expect(html).toContain('<title>$& $1</title>\n  <meta name="viewport"')
  expect(html).not.toMatch(/Vesper|description/)
  expect(html).toContain('<script src="/theme.js">')
})

test('another head stands beside them', () => {
  const html = pageTemplate(built)({ head: { html: '<meta name="robots" />', isWhole: false } })
  expect(html).toContain('<title>Vesper</title>\n    <meta name="robots" />')
  expect(html).toContain('name="description"')
})

test('links stand at the end of the head, and what the page shows first at the end of its body', () => {
  const page = pageTemplate('<head><title>Vesper</title></head><body><i></i></body>')
  expect(page({ head: null, links: '<link a>', body: '<b>$&</b>' })).toBe(
    '<head><title>Vesper</title><link a></head><body><i></i><b>$&</b></body>',
  )
  expect(page({ head: null })).toBe('<head><title>Vesper</title></head><body><i></i></body>')
})
