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

  test('a full stop at the end is not part of the address', () => {
    expect(links('Look: https://a.example/path?x=1#y.')).toEqual(['https://a.example/path?x=1#y'])
    expect(links('(see https://a.example/b)')).toEqual(['https://a.example/b'])
    expect(links('https://a.example/wiki/B_(c).')).toEqual(['https://a.example/wiki/B_(c)'])
    expect(links('www.a.example, www.b.example')).toEqual(['https://www.a.example/', 'https://www.b.example/'])
  })

  test.each([
    ['（http://src.cool）与您', 'http://src.cool'],
    ['请看https://example.com/a，谢谢', 'https://example.com/a'],
    ['https://example.com/a。下一句', 'https://example.com/a'],
    ['「https://example.com/a」', 'https://example.com/a'],
    ['https://example.comで見る', 'https://example.com'],
    ['https://ja.example.org/wiki/レオナルド・ダ・ヴィンチ', 'https://ja.example.org/wiki/レオナルド・ダ・ヴィンチ'],
    ['https://例え.テスト/道', 'https://例え.テスト/道'],
    ['هل رأيت https://example.com/a؟', 'https://example.com/a'],
    ['https://example.com/a، ثم', 'https://example.com/a'],
    ['https://ar.example.org/wiki/قطة؛', 'https://ar.example.org/wiki/قطة'],
    ['https://hi.example.org/wiki/हिन्दी।', 'https://hi.example.org/wiki/हिन्दी'],
    ['https://th.example.org/wiki/ไทย', 'https://th.example.org/wiki/ไทย'],
    ['https://he.example.org/wiki/אבא׃', 'https://he.example.org/wiki/אבא'],
    ['https://hy.example.org/a։', 'https://hy.example.org/a'],
    ['https://münchen.example/straße?ä=ö#ü', 'https://münchen.example/straße?ä=ö#ü'],
    ['«https://example.fr/a»', 'https://example.fr/a'],
    ['„https://example.de/a“', 'https://example.de/a'],
    ['https://example.com/a—and more', 'https://example.com/a'],
    ['https://example.com/a…', 'https://example.com/a'],
    ['https://example.com/a👍', 'https://example.com/a'],
    ['https://example.com👍', 'https://example.com'],
    ["https://example.com/it's", "https://example.com/it's"],
    ["https://example.com/O'Neil's.", "https://example.com/O'Neil's"],
    ["'https://example.com/a','b'", 'https://example.com/a'],
    ["example: 'https://example.com/a'", 'https://example.com/a'],
    ['https://example.com’s page', 'https://example.com'],
    ["https://example.com's page", 'https://example.com'],
    ['[text](https://example.com/a), [more]', 'https://example.com/a'],
    ['(https://example.com/a_(b)_c)d', 'https://example.com/a_(b)_c'],
    ['https://example.com/a(see below)', 'https://example.com/a'],
    ['https://example.com/a[', 'https://example.com/a'],
    ['|https://example.com/a|b|', 'https://example.com/a'],
    ['https://example.com.', 'https://example.com'],
    ['https://example.com:8080/a:b@c', 'https://example.com:8080/a:b@c'],
    ['https://example.com:', 'https://example.com'],
    ['https://example.com?q=1,2&r=a%20b!', 'https://example.com?q=1,2&r=a%20b'],
    ['HTTPS://Example.COM/A', 'HTTPS://Example.COM/A'],
    ['看www.example.com', 'www.example.com'],
    ['"www.example.com"', 'www.example.com'],
    ['http://192.168.0.1/a', 'http://192.168.0.1/a'],
    ['https://example.com/a\u200bb', 'https://example.com/a'],
  ])('%j has the link %j', (text, shown) => {
    expect(linkSegments(text).flatMap((segment) => (segment.kind === 'link' ? [segment.text] : []))).toEqual([shown])
  })

  test.each([
    'awww.so cute',
    'www.so cute',
    'éwww.example.com',
    'a@www.example.com',
    'ftp://www.example.com',
    'xhttp://www.example.com',
    'https://1.2',
    'https://a:1@example.com',
    'https://a:b@www.example.com',
    'https://',
    'https://，',
    'www..example.com',
  ])('%j has none', (text) => {
    expect(links(text)).toEqual([])
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
    // Processor time, whatever else the machine does.
    const began = process.cpuUsage()
    for (let n = 0; n < 20; n += 1) {
      expect(links(`https://a.example/${'!'.repeat(980)}a${')'.repeat(980)}`)).toHaveLength(1)
    }
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000)
  })
})
