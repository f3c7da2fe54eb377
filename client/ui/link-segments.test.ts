import { describe, expect, test } from 'vitest'
import { linkSegments } from './link-segments.ts'

const links = (text: string) => linkSegments(text).flatMap((segment) => (segment.kind === 'link' ? [segment.href] : []))

describe('links in a message', () => {
  test('the segments put together are the text, character by character', () => {
    for (const text of ['', 'no link', 'see https://a.example/x, then www.b.example!', '(https://a.example/(b))\n<b>'])
      expect(
        linkSegments(text)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text)
  })

  test('what ends the sentence is not part of the address', () => {
    expect(links('Look: https://a.example/path?x=1#y.')).toEqual(['https://a.example/path?x=1#y'])
    expect(links('(see https://a.example/b)')).toEqual(['https://a.example/b'])
    expect(links('https://a.example/wiki/B_(c).')).toEqual(['https://a.example/wiki/B_(c)'])
    expect(links('www.a.example, www.b.example')).toEqual(['https://www.a.example/', 'https://www.b.example/'])
  })

  test('only the web becomes a link', () => {
    expect(links('javascript:alert(1) data:text/html,x file:///etc/passwd http://')).toEqual([])
    expect(links('https://localhost/x')).toEqual([])
    expect(links('https://bank.example@evil.example/')).toEqual([])
  })

  test('markup stays text', () => {
    const segments = linkSegments('<img src=x onerror=alert(1)> https://a.example/"><script>')
    expect(segments.filter((segment) => segment.kind === 'link')).toEqual([
      { kind: 'link', text: 'https://a.example/', href: 'https://a.example/' },
    ])
  })

  test('the worst of addresses takes no longer than it is', () => {
    const began = performance.now()
    for (let n = 0; n < 20; n += 1) {
      expect(links(`https://a.example/${'!'.repeat(980)}a${')'.repeat(980)}`)).toHaveLength(1)
    }
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
