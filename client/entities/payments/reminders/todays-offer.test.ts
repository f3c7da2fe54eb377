import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import { expect, test, vi } from 'vitest'
import { todaysOffer } from './todays-offer.ts'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

test.for([
  ['a pause has moved', { days: 2, countedFrom: at(-30) }, 'owned'],
  ['has ended', { days: 0, countedFrom: at(-30) }, 'offered'],
  ['is not counted', { days: 2 }, 'offered'],
] as const)('a membership that %s', async ([, { days, ...counted }, state]) => {
  const pauses = [{ _id: 'pause', startsAt: at(-10), endsAt: at(-10 + days) }]
  callApi.mockResolvedValue({ _id: 'mara', pauses })
  const grant = { kind: 'membership', performerId: 'mara', accessUntil: at(-1), ...counted }
  const filter = (isWanted: (held: Grant) => boolean) => ({ count: async () => Number(isWanted(grant as Grant)) })
  const wanted = { type: 'subscription', id: 'mara', ownerId: 'mara', tokens: null, message: '', name: '' } as const
  expect(await todaysOffer({ db: { grants: { filter } } } as never, wanted)).toMatchObject({ state })
})
