import { expect, test } from 'vitest'
import { changedFields } from './profile-diff.ts'
import { deviceOf } from '../../core/session/device-name.ts'

test('only what was edited is sent, without the spaces around it', () => {
  const shown = { name: 'Ada', username: 'ada', bio: '' }
  expect(changedFields({ name: ' Ada ', username: 'ada', bio: 'Hi ' }, shown)).toEqual({ bio: 'Hi' })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Chrome · Linux', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari · iPhone', true],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge · Windows', false],
  ['curl/8', null, false],
])('%s is called %s', (agent, name, phone) => {
  expect(deviceOf(agent)).toEqual({ name, phone })
})
