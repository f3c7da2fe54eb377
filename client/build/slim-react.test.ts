import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutIdle } from './slim-react.ts'

const react = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const code = readFileSync(join(react, 'cjs/react-dom-client.production.js'), 'utf8')

test('the installed React DOM has each of the functions, and stays a script without them', () => {
  const slim = withoutIdle(code)
  expect(parseSync('react-dom.cjs', slim).errors).toEqual([])
  expect(slim.length).toBeLessThan(code.length * 0.9)
  expect(slim).toContain('exports.createRoot')
  expect(slim).not.toContain('exports.hydrateRoot')
  expect(slim).toMatch(/isHydrating = !1/)
})

test('a React without one of the functions stops the build', () => {
  expect(() => withoutIdle(code.replace('function startViewTransition(', 'function begin('))).toThrow(
    'React DOM has no function startViewTransition',
  )
})

test('the app uses none of the features that are left out', () => {
  const client = join(import.meta.dirname, '..')
  const sources = globSync('**/*.{ts,tsx}', {
    cwd: client,
    exclude: ['dist/**', 'build/**', '**/node_modules/**', 'e2e/**', '**/*.test.*'],
  })
  expect(sources.length).toBeGreaterThan(500)
  const used = sources.filter((file) => unused.test(readFileSync(join(client, file), 'utf8')))
  expect(used).toEqual([])
  for (const use of ["import { Activity } from 'react'", 'hydrateRoot(', '<title>', '<link rel="preload" />'])
    expect(use).toMatch(unused)
})

const unused = new RegExp(
  [
    String.raw`import \{[^}]*\b(?:Activity|SuspenseList|ViewTransition|useActionState|useFormState)\b[^}]*\} from 'react(?:-dom)?'`,
    String.raw`import \{[^}]*\b(?:prefetchDNS|preconnect|preinit|preinitModule|preload|preloadModule|useFormStatus)\b[^}]*\} from 'react-dom'`,
    String.raw`hydrateRoot\(|<(?:title|meta|link|script|base)[ >/]|<form[^>]* action=\{`,
  ].join('|'),
)
