import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { expect, test } from 'vitest'
import { domains } from './domains.ts'
import { domain, notSynced } from './infra/domain.ts'
import { joinDomains } from './infra/join-domains.ts'
import { Mail } from './infra/mail/entity.ts'

test('every collection and every mutation of the model has a domain', () => {
  expect(domains.collections.map(({ name }) => name).sort()).toEqual(Object.keys(vesperModel.collections).sort())
  expect(Object.keys(domains.mutations).sort()).toEqual(Object.keys(vesperModel.mutations).sort())
})

test('every entity has a recorder or is declared as not synchronised', () => {
  expect(domains.recorders.size).toBe(domains.entities.length)
  for (const { meta } of domains.entities) {
    const record = domains.recorders.get(meta.className)
    expect(record === null || typeof record === 'function', meta.className).toBe(true)
  }
})

test('a list that lacks a collection or a mutation does not compile, and two domains cannot declare the same', () => {
  const mail = domain({ name: 'mail', entities: [notSynced(Mail)] })
  // @ts-expect-error -- collections and mutations are missing
  expect(joinDomains([mail]).entities).toEqual([Mail])
  // @ts-expect-error -- the same
  expect(() => joinDomains([mail, mail])).toThrow('declared by two domains')
  const deals = (name: string) => domain({ name, refunded: { tip: async () => {} } })
  // @ts-expect-error -- the same
  expect(() => joinDomains([deals('one'), deals('two')])).toThrow('declared by two domains')
})

test('caches keep no answer of a call that knows its account', () => {
  const kept = domains.routes.filter(({ who, cacheSeconds }) => who !== 'any' && cacheSeconds !== undefined)
  expect(kept.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
