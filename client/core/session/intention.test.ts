// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { tabForms } from '../forms/form-draft-storage.ts'
import { intentionFor, keepIntention, leadTo, takeIntention } from './intention.ts'

const ines = { creatorId: 'id-ines', name: 'Ines', path: '/ines' }

beforeEach(() => tabForms.clear())

test('is found on the way back to its page, and taken there once', () => {
  keepIntention(ines)
  expect(intentionFor('/ines')).toEqual(ines)
  leadTo('/ines')
  expect([takeIntention('id-ines'), takeIntention('id-ines')]).toEqual([true, false])
})

test('is no other creator’s, and no other page’s', () => {
  keepIntention(ines)
  expect([intentionFor('/mara'), intentionFor(undefined)]).toEqual([null, null])
  expect(takeIntention('id-mara')).toBe(false)
  expect(takeIntention('id-ines')).toBe(true)
})

test('is dropped by a login that leads elsewhere', () => {
  keepIntention(ines)
  leadTo('/home')
  expect(takeIntention('id-ines')).toBe(false)
})

test('an address alone means nothing: without a tap nobody is followed', () => {
  expect(intentionFor('/ines')).toBeNull()
  expect(takeIntention('id-ines')).toBe(false)
  tabForms.write('intention', { creatorId: 'id-ines' })
  expect(intentionFor('/ines')).toBeNull()
})
