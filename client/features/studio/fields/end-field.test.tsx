// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EndField } from './end-field.tsx'

const zone = process.env['TZ']

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00.000Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each([
  ['Asia/Tehran', '2026-11-22T18:00:00.000Z', '2026-11-22T21:30'],
  ['America/Los_Angeles', '2026-11-23T05:30:00.000Z', '2026-11-22T21:30'],
])('an end is typed and shown in the time of a device in %s', (timeZone, iso, typed) => {
  process.env['TZ'] = timeZone
  const onEdit = vi.fn()
  shown(<EndField expiresAt={iso} out={null} onEdit={onEdit} />)
  const field = screen.getByLabelText<HTMLInputElement>('Ends at')
  expect(field.value).toBe(typed)
  fireEvent.change(field, { target: { value: '' } })
  expect(onEdit.mock.lastCall).toEqual([null])
  cleanup()
  shown(<EndField expiresAt={null} out={null} onEdit={onEdit} />)
  fireEvent.change(screen.getByLabelText('Ends at'), { target: { value: typed } })
  expect(onEdit.mock.lastCall).toEqual([iso])
})

test('an end that has passed is told where it is edited, and not where it stands as saved', () => {
  const passed = '2026-11-21T08:59:59.999Z'
  shown(<EndField expiresAt={passed} out={null} onEdit={() => {}} />)
  expect(screen.getByText('A post ends in the future. Choose a later end.')).toBeTruthy()
  cleanup()
  shown(<EndField expiresAt={passed} out={null} isSaved onEdit={() => {}} />)
  expect(screen.queryByText('A post ends in the future. Choose a later end.')).toBeNull()
})

function shown(field: ReactNode): void {
  render(<I18nProvider i18n={i18n}>{field}</I18nProvider>)
}
