// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { tabForms } from '../forms/form-draft-storage.ts'
import { intentionFor, keepIntention, leadTo, takeIntention } from './intention.ts'

const ines = { purpose: 'follow', id: 'id-ines', name: 'Ines', path: '/ines' } as const

beforeEach(() => tabForms.clear())

test('is found on the way back to its page, and taken there once', () => {
  keepIntention(ines)
  expect(intentionFor('/ines')).toEqual(ines)
  leadTo('/ines')
  expect([takeIntention('follow', 'id-ines'), takeIntention('follow', 'id-ines')]).toEqual([true, false])
})

test('is no other creator’s, and no other page’s', () => {
  keepIntention(ines)
  expect([intentionFor('/mara'), intentionFor(undefined)]).toEqual([null, null])
  expect(takeIntention('follow', 'id-mara')).toBe(false)
  expect(takeIntention('follow', 'id-ines')).toBe(true)
})

test('is dropped by a login that leads elsewhere', () => {
  keepIntention(ines)
  leadTo('/home')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('an address alone means nothing: without a tap nobody is followed', () => {
  expect(intentionFor('/ines')).toBeNull()
  expect(takeIntention('follow', 'id-ines')).toBe(false)
  tabForms.write('intention', { id: 'id-ines', purpose: 'follow' })
  expect(intentionFor('/ines')).toBeNull()
})

test('is taken for its own purpose alone, and an unknown purpose is none', () => {
  keepIntention({ ...ines, purpose: 'buy' })
  expect([takeIntention('follow', 'id-ines'), takeIntention('subscribe', 'id-ines')]).toEqual([false, false])
  expect(takeIntention('buy', 'id-ines')).toBe(true)
  tabForms.write('intention', { ...ines, purpose: 'pay' })
  expect(intentionFor('/ines')).toBeNull()
})
