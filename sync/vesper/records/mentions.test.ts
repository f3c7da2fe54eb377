import { expect, test } from 'vitest'
import { mentionedIn, mentionSegments } from './mentions.ts'

test.each([
  ['谢谢@creator2 的照片', ['creator2']],
  ['写真ありがとう@creator2さん', ['creator2']],
  ['감사합니다@creator2', ['creator2']],
  ['ขอบคุณ@creator2', ['creator2']],
  ['ຂອບໃຈ@creator2', ['creator2']],
  ['Hi @Creator2, (@mara) "@lea" —@kim :@joe', ['creator2', 'mara', 'lea', 'kim', 'joe']],
  ['شكرًا @creator2', ['creator2']],
  ['धन्यवाद @creator2', ['creator2']],
  ['@creator2.', ['creator2']],
])('names are found in %s', (text, names) => {
  expect(mentionedIn(text)).toEqual(names)
})

test.each([
  'watch https://video.example/@creator2 now',
  'watch www.video.example/@creator2 now',
  'video.example/@creator2',
  'https://video.example/?by=@creator2#@creator2',
  'ftp://files.example/~@creator2',
  'mail me@creator2 or é@creator2 or शुक्रिया@creator2',
  'a.@creator2 b_@creator2 @@creator2 c=@creator2',
])('nobody is named in %s', (text) => {
  expect(mentionedIn(text)).toEqual([])
})

test('a name right behind an address belongs to it, one after a blank does not', () => {
  expect(mentionSegments('https://a.example/x @mara')).toMatchObject([
    { kind: 'link', text: 'https://a.example/x' },
    { kind: 'text', text: ' ' },
    { kind: 'mention', text: '@mara', name: 'mara' },
  ])
  expect(mentionedIn('https://a.example@mara')).toEqual([])
})

test('a comment names ten people at most', () => {
  const names = Array.from({ length: 11 }, (_, index) => `name${index}`)
  expect(mentionedIn(names.map((name) => `@${name}`).join(' '))).toEqual(names.slice(0, 10))
})
