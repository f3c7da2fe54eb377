import { expect, test } from 'vitest'
import { documentErrors } from './documents.ts'

const file = (type: string, size = 10) => new File([new Uint8Array(size)], 'x', { type })

test('front and selfie are needed, the back is not', () => {
  expect(Object.keys(documentErrors({}))).toEqual(['idFront', 'selfie'])
  expect(documentErrors({ idFront: file('image/png'), selfie: file('application/pdf') })).toEqual({})
})

test('a file of another kind or over 10 MB is told before it is sent', () => {
  const wrong = documentErrors({ idFront: file('image/gif'), selfie: file('image/jpeg', 10 * 1024 * 1024 + 1) })
  expect(Object.keys(wrong)).toEqual(['idFront', 'selfie'])
})

test('a document that the server has already need not be sent again', () => {
  expect(documentErrors({ selfie: file('image/png') }, ['idFront'])).toEqual({})
  expect(Object.keys(documentErrors({ selfie: file('image/png') }, ['selfie']))).toEqual(['idFront'])
})
