import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import { expect, test } from 'vitest'
import { changedFields, editOf, profileValues } from './profile-edit.ts'

const solna = { country: 'SE', state: 'Stockholm', city: 'Solna' }
const shown = profileValues({ name: 'Ada', username: 'ada', bio: '', ...solna })

test('only what was edited is sent, without the spaces around it', () => {
  const edited = { ...shown, name: ' Ada ', bio: 'Hi ' }
  expect(changedFields(edited, shown)).toEqual({ bio: 'Hi' })
  expect(editOf({ ...shown, name: ' Ada ' }, shown)).toBeNull()
})

test('another country is sent with its state and its city, another state with its city', () => {
  const base = { name: 'Ada', username: 'ada', bio: '', ...solna, language: null, phone: null }
  const away = { ...shown, country: 'NO', state: 'Stockholm', city: '' }
  const changes = { country: 'NO', state: 'Stockholm', city: null }
  expect(editOf(away, shown)).toEqual({ changes, base })
  expect(editOf({ ...shown, state: 'Skåne' }, shown)?.changes).toEqual({ state: 'Skåne', city: 'Solna' })
  expect(editOf({ ...shown, phone: '+46 (70) 123-45.67' }, shown)?.changes).toEqual({ phone: '+46701234567' })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Chrome · Linux', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari · iPhone', true],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge · Windows', false],
  ['curl/8', null, false],
])('%s is called %s', (agent, name, phone) => {
  expect(deviceNameOf(agent)).toEqual({ name, phone })
})
