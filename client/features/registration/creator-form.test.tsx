// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasUnsavedWork } from '../../core/page/unsaved-work.ts'
import { CreatorForm } from './creator-form.tsx'

const FRONT = 'Identity document, front'
const BACK = 'Identity document, back (if it has one)'
const SELFIE = 'You, holding the document'
const WRONG_KIND = 'Use a JPEG, PNG or WebP picture, or a PDF.'

const onRegister = vi.fn(async () => {})
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })

// The lists of places.
vi.mock(import('../../core/api/api.ts'), async (original) => ({
  ...(await original()),
  callApi: vi.fn(async () => []),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  onRegister.mockClear()
  render(
    <I18nProvider i18n={i18n}>
      <CreatorForm onRegister={onRegister} />
    </I18nProvider>,
  )
})
afterEach(cleanup)

test('a document that nobody needs is taken out again, and the form goes without it', async () => {
  fillAccount()
  for (const kind of [FRONT, SELFIE]) choose(kind, pdf('id.pdf'))
  choose(BACK, new File(['GIF89a'], 'back.gif', { type: 'image/gif' }))
  fireEvent.click(screen.getByText('Apply as a creator'))
  await screen.findByText(WRONG_KIND)

  fireEvent.click(screen.getByRole('button', { name: `Remove: ${BACK}` }))
  expect([screen.queryByText(WRONG_KIND), screen.queryByText('back.gif')]).toEqual([null, null])
  expect(document.activeElement).toBe(screen.getByLabelText(`Choose a file: ${BACK}`))
  expect(screen.queryByRole('button', { name: `Remove: ${BACK}` })).toBeNull()

  fireEvent.click(screen.getByText('Apply as a creator'))
  await waitFor(() => expect(onRegister).toHaveBeenCalledOnce())
  const documents = { idFront: expect.any(File) as File, selfie: expect.any(File) as File }
  expect(onRegister).toHaveBeenCalledWith(expect.anything(), documents, expect.anything())
})

test('the error of a document goes away with another document', async () => {
  choose(FRONT, new File(['GIF89a'], 'front.gif', { type: 'image/gif' }))
  fireEvent.click(screen.getByText('Apply as a creator'))
  await screen.findByText(WRONG_KIND)
  choose(FRONT, pdf('front.pdf'))
  expect(screen.queryByText(WRONG_KIND)).toBeNull()
  expect(screen.queryByText('This document is needed.')).not.toBeNull()
})

test('documents that are chosen keep the page from being loaded anew, until they are taken out', async () => {
  await waitFor(() => expect(hasUnsavedWork()).toBe(false))
  choose(FRONT, pdf('front.pdf'))
  expect(hasUnsavedWork()).toBe(true)
  choose(SELFIE, pdf('selfie.pdf'))
  fireEvent.click(screen.getByRole('button', { name: `Remove: ${FRONT}` }))
  expect(hasUnsavedWork()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: `Remove: ${SELFIE}` }))
  await waitFor(() => expect(hasUnsavedWork()).toBe(false))
})

test('so do they while they go up, until the form is left', async () => {
  fillAccount()
  const up = Promise.withResolvers<void>()
  onRegister.mockReturnValueOnce(up.promise)
  for (const kind of [FRONT, SELFIE]) choose(kind, pdf('id.pdf'))
  fireEvent.click(screen.getByText('Apply as a creator'))
  await waitFor(() => expect(onRegister).toHaveBeenCalledOnce())
  expect(hasUnsavedWork()).toBe(true)
  up.resolve()
  cleanup()
  await waitFor(() => expect(hasUnsavedWork()).toBe(false))
})

function choose(kind: string, file: File): void {
  fireEvent.change(screen.getByLabelText(`Choose a file: ${kind}`), { target: { files: [file] } })
}

function fillAccount(): void {
  const values = {
    ...{ Name: 'Robin Doe', Username: 'robin', Email: 'robin@demo.test', Password: 'a few words in a row' },
    ...{ Country: 'PT', 'Date of birth': '1990-04-01' },
  }
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
}
