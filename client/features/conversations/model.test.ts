import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { $presence, $typing, connectionBroke, presenceSeen, typingEnded, typingSeen } from './model.ts'

test('forgets the presence of others when the connection breaks', async () => {
  const scope = fork()
  await allSettled(presenceSeen, { scope, params: { userId: 'u', online: true, lastSeenAt: null } })
  await allSettled(typingSeen, { scope, params: { conversationId: 'c', typing: true } })
  expect([scope.getState($presence)['u']?.online, scope.getState($typing).has('c')]).toEqual([true, true])
  await allSettled(connectionBroke, { scope })
  expect([scope.getState($presence), scope.getState($typing).size]).toEqual([{}, 0])
})

test('writing ends by word, or by what was written arriving', async () => {
  const scope = fork()
  const typing = (conversationId: string, is: boolean) =>
    allSettled(typingSeen, { scope, params: { conversationId, typing: is } })
  await typing('a', true)
  await typing('b', true)
  await typing('a', false)
  expect([...scope.getState($typing)]).toEqual(['b'])
  await allSettled(typingEnded, { scope, params: 'b' })
  expect(scope.getState($typing).size).toBe(0)
})
